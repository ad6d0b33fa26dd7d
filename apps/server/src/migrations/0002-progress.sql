-- Points. The ledger is the truth: append-only, one row an award, unique by what it was for. The running totals beside
-- it are kept in the same transaction, so that nobody has to add up a ledger to show a bar.

create table point_award (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  -- 'practice:<question>:<served at>' or 'game:<id>': the same cause never earns twice.
  cause text not null,
  points integer not null check (points > 0),
  earned_at bigint not null,
  unique (user_id, cause)
);

-- For "how many in the last minute".
create index point_award_user_id_earned_at_idx on point_award (user_id, earned_at);

create table user_progress (
  user_id uuid primary key references app_user on delete cascade,
  total_points integer not null default 0,
  last_earned_points integer not null default 0,
  -- Points of the week that began at week_start; of another week they count as none.
  week_start bigint not null default 0,
  week_points integer not null default 0,
  -- A copy of app_user.show_on_leaderboard, so that each leaderboard is one index.
  is_listed boolean not null
);

create index user_progress_all_idx on user_progress (total_points desc, user_id) where is_listed and total_points > 0;
create index user_progress_week_idx on user_progress (week_start, week_points desc, user_id) where is_listed and week_points > 0;
