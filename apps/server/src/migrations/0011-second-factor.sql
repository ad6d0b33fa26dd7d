-- A second factor for admins: one-time passwords by time (RFC 6238), and recovery codes.

create table second_factor (
  user_id uuid primary key references app_user on delete cascade,
  -- Encrypted under a key of SECRET_KEY, so that the database alone makes no codes.
  sealed_secret bytea not null,
  -- Null until a first code has shown that the authenticator app has the secret.
  enabled_at bigint,
  -- The time step of the last code that was accepted: no code is accepted twice.
  last_step bigint not null default 0
);

create table recovery_code (
  user_id uuid not null references second_factor on delete cascade,
  -- Keyed hash; deleted when the code is used.
  hash text not null,
  primary key (user_id, hash)
);

-- When the session was confirmed with the second factor.
alter table session add column second_factor_at bigint;
