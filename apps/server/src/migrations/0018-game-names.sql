-- When the player was asked for the name to play under, on entering a lobby for the first time; null if not yet.
alter table app_user add column name_asked_at bigint;
