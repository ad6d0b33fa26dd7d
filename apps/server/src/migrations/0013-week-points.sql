-- Whether an award counts for the leaderboard of its week.
alter table point_award add column counts_for_week boolean not null default true;

-- The UTC day of the latest practice points that count for the week, and how many they are; of another day they count as
-- none.
alter table user_progress
  add column practice_day bigint not null default 0,
  add column practice_day_points integer not null default 0;
