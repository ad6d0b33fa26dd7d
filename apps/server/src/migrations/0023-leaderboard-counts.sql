-- How many players have how many points, so that finding a position doesn't mean counting everybody ahead. Positions are
-- read from leaderboard_count and leaderboard_change together, and so are always exact.

create table leaderboard_count (
  -- 0 for all time, else the week that began at this time.
  board bigint not null,
  -- The row counts the listed players with from_points or more and less than from_points + width: 1 or 1,000 points.
  width integer not null,
  from_points integer not null,
  players integer not null,
  primary key (board, width, from_points)
);

-- Changes of players' points that are not in leaderboard_count yet: rows are only added, so that players who earn points
-- at the same time don't wait for each other. A background task moves them over every second. 0 points: not listed.
create table leaderboard_change (
  points_before integer not null,
  points_after integer not null,
  week_before bigint not null,
  week_points_before integer not null,
  week_after bigint not null,
  week_points_after integer not null
);

-- A trigger, so that servers of the previous version, and deleted accounts, are counted too.
create function record_leaderboard_change() returns trigger language plpgsql as $$
begin
  insert into leaderboard_change values (
    case when old.is_listed then old.total_points else 0 end,
    case when new.is_listed then new.total_points else 0 end,
    coalesce(old.week_start, 0),
    case when old.is_listed then old.week_points else 0 end,
    coalesce(new.week_start, 0),
    case when new.is_listed then new.week_points else 0 end
  );
  return null;
end $$;

-- From here until the commit nobody else writes to user_progress.
create trigger record_leaderboard_change
  after insert or delete or update of total_points, week_points, week_start, is_listed on user_progress
  for each row execute function record_leaderboard_change();

insert into leaderboard_count (board, width, from_points, players)
select board, width, points / width * width, count(*)
from (
  select 0::bigint as board, total_points as points from user_progress where is_listed and total_points > 0
  union all
  select week_start, week_points from user_progress where is_listed and week_points > 0
) as listed
cross join (values (1), (1000)) as widths (width)
group by 1, 2, 3;
