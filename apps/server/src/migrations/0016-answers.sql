-- The first answer to each serving in practice, each answer in a game, and each of the Daily Ten. Rows are never changed.
create table answer (
  user_id uuid not null references app_user on delete cascade,
  -- No foreign key, since player_question has one and is written in the same statement.
  question_id uuid not null,
  answered_at bigint not null,
  source text not null check (source in ('practice', 'game', 'daily')),
  -- The words chosen; null if no answer came.
  choice text,
  is_right boolean not null,
  ms integer not null,
  -- Whether a clock ran, so that the time means something.
  is_timed boolean not null,
  -- Of the wording.
  language text not null,
  primary key (user_id, answered_at, question_id)
);

-- For the sweep. Rows are stored in the order of their times.
create index answer_answered_at_idx on answer using brin (answered_at);

-- What is known of a player and a question they have answered. Outlives the answers.
create table player_question (
  user_id uuid not null references app_user on delete cascade,
  question_id uuid not null references question on delete cascade,
  answer_count integer not null,
  right_count integer not null,
  is_last_right boolean not null,
  first_answered_at bigint not null,
  -- The review card: all null until the question is missed. Dates as on a calendar, 2026-03-12, in the player's time zone.
  stability double precision,
  difficulty double precision,
  right_in_a_row smallint,
  reviewed_on text,
  missed_on text,
  -- Null once the question is the player's for good.
  due_on text,
  learned_at bigint,
  primary key (user_id, question_id)
);

create index player_question_due_idx on player_question (user_id, due_on) where due_on is not null;

-- A game that ended by itself, for each player who was in it to the end.
create table game_result (
  user_id uuid not null references app_user on delete cascade,
  ended_at bigint not null,
  points integer not null,
  place smallint not null,
  player_count smallint not null,
  right_count smallint not null,
  question_count smallint not null,
  primary key (user_id, ended_at)
);

-- How often visitors have answered a question. Nothing about who they are.
create table visitor_answer_count (
  question_id uuid primary key references question on delete cascade,
  answer_count bigint not null,
  right_count bigint not null
);

alter table app_user add column time_zone text;
alter table app_user add column review_missed boolean not null default true;
