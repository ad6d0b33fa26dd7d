-- When a process last found the bus between the processes down. Whoever is cut off can't be heard on it, so it is said
-- here, and all look into the database for their players. At most one row.
create table bus_outage (
  is_only_row boolean primary key default true check (is_only_row),
  noted_at bigint not null
);
