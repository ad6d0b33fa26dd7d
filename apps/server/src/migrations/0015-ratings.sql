-- How hard a question has proved to be. A table of its own, because it changes with every answer.
create table question_rating (
  question_id uuid primary key references question on delete cascade,
  rating double precision not null,
  answer_count integer not null,
  right_answer_count integer not null
);

-- How much a player knows of a group of topics.
create table player_group_rating (
  user_id uuid not null references app_user on delete cascade,
  group_name text not null,
  rating double precision not null,
  answer_count integer not null,
  primary key (user_id, group_name)
);

-- How often the player has been shown the right answer. Of earlier servings that is not known; they count as shown.
alter table serving add column reveal_count integer not null default 1;
