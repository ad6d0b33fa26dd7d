-- Big screens that show games. Not an account: whoever has the token is the stage.
create table stage (
  id uuid primary key,
  -- A hash of the stage's token.
  token_hash bytea not null unique,
  -- What pairs it while it follows no game: null while it does.
  letters text unique,
  letters_until bigint,
  -- The game that it follows.
  game_id text references game on delete set null,
  -- When it last asked for its state.
  seen_at bigint not null
);

create index stage_game_id_idx on stage (game_id) where game_id is not null;
create index stage_seen_at_idx on stage (seen_at);
