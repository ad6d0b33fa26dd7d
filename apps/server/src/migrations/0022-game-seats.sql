-- The one game that a user watches, and so has a place in the next lobby of. Name and time of the seat are in the game's
-- state; a process of the previous version may leave a row of a game that it has archived.
create table game_seat (
  user_id uuid primary key references app_user on delete cascade,
  game_id text not null references game on delete cascade
);

create index game_seat_game_id_idx on game_seat (game_id);
