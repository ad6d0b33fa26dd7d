-- Players whose account is deleted and whose name is still to be removed from games they are no longer in. That is done
-- in the background, a few games at a time: an account may stand in any number of them.
create table erased_player (
  user_id uuid primary key,
  erased_at bigint not null
);

-- The rows of a deleted account stay until its name is out of the game. The previous version leaves them behind, without
-- a name, until the game is deleted.
alter table game_player drop constraint game_player_user_id_fkey;
