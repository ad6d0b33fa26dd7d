-- Export, erasure and retention.

-- Which games a person stands in, in any status, also after they have left the results: to export them, and to take the
-- name out once the account is erased. game_member only knows the one they are in.
create table game_player (
  user_id uuid not null references app_user on delete cascade,
  game_id text not null references game on delete cascade,
  primary key (user_id, game_id)
);

create index game_player_game_id_idx on game_player (game_id);

insert into game_player (user_id, game_id)
select distinct app_user.id, game.id
from game
cross join lateral json_array_elements(game.state -> 'players') player
join app_user on app_user.id = (player ->> 'userId')::uuid;

-- Since when nobody can look at the game any more; swept 30 days later.
alter table game add column archived_at bigint;

update game set archived_at = (state ->> 'phaseStartedAtMs')::bigint where status = 'archived';

create index game_archived_at_idx on game (archived_at) where archived_at is not null;

-- For the sweep of what was served too long ago to matter to a draw.
create index serving_served_at_idx on serving (served_at);

-- For what one person reported.
create index complaint_reporter_idx on complaint (reporter);

-- From here on a session keeps a name for its device, never what the browser said of itself.
update session set device = 'Another device';
