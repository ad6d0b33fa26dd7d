-- How many times the usual time a player has to answer in games, and when they last chose it; null if never.
alter table app_user add column time_factor double precision not null default 1
  check (time_factor in (1, 1.5, 2, 3, 5, 10));
alter table app_user add column time_factor_chosen_at bigint;
