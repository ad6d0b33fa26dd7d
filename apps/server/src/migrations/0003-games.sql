-- Private games. The whole changing state of a game is one value, stepped by the engine and saved as it stands; columns
-- beside it are what has to be looked for.

create table game (
  -- 8 digits, random; not reused while the game is here.
  id text primary key,
  status text not null,
  -- Grows by one with every change; a save is good only on the version that it was made from.
  version integer not null,
  -- When the game has to be looked at again without anybody's doing. Any node takes it up.
  wake_at bigint,
  -- Read and written whole, never searched: json keeps the text as it is.
  state json not null
);

create index game_wake_at_idx on game (wake_at) where wake_at is not null;

-- Games in which time matters: asked for twice a second.
create index game_under_way_idx on game (id) where status in ('starting', 'running');

-- Drawn once, when the game starts. Apart from the state, so that what changes often stays small.
create table game_question (
  game_id text primary key references game on delete cascade,
  questions json not null
);

-- The one game a user is in: pending, starting, running, or finished and not yet left.
create table game_member (
  user_id uuid primary key references app_user on delete cascade,
  game_id text not null references game on delete cascade
);

create index game_member_game_id_idx on game_member (game_id);

-- When any node last looked after the games: a gap is time that nobody could play. Exactly one row.
create table game_watch (
  is_only_row boolean primary key default true check (is_only_row),
  watched_at bigint not null
);
