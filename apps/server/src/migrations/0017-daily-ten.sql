-- The ten questions of a date, chosen when somebody first needs them.
create table daily_day (
  -- As on a calendar, 2026-03-12, in every time zone. Text compares like dates, and no driver turns it into a time.
  date text primary key,
  -- Ids in the order of the questions.
  question_ids jsonb not null,
  drawn_at bigint not null
);

-- A player's or a visitor's way through the ten of a date.
create table daily_play (
  id uuid primary key,
  date text not null references daily_day,
  user_id uuid references app_user on delete cascade,
  -- A hash of the visitor's token.
  visitor_hash bytea,
  has_clock boolean not null,
  started_at bigint not null,
  -- When the open question was opened; null while none is.
  opened_at bigint,
  -- The four answers of the question opened last, in the order shown: their ids in the bank, and those the player knows.
  shown_answers jsonb not null default '[]',
  -- One for each answered question: what was chosen, whether it was right, the time it took, and when.
  answers jsonb not null default '[]',
  right_count smallint not null default 0,
  points smallint not null default 0,
  finished_at bigint,
  -- Finished while its date still counted for its week.
  is_on_time boolean not null default false,
  check ((user_id is null) <> (visitor_hash is null)),
  unique (user_id, date),
  unique (visitor_hash, date)
);

-- For how many players got how many right.
create index daily_play_score_idx on daily_play (date, right_count) where finished_at is not null and user_id is not null;
-- For the sweep of what visitors have left.
create index daily_play_visitor_started_at_idx on daily_play (started_at) where visitor_hash is not null;

create table daily_player (
  user_id uuid primary key references app_user on delete cascade,
  are_weeks_shown boolean not null default true
);

-- Days on which a player's weeks are paused: from the first date up to, but not including, the second.
create table daily_pause (
  user_id uuid not null references app_user on delete cascade,
  from_date text not null,
  until_date text not null,
  primary key (user_id, from_date)
);
