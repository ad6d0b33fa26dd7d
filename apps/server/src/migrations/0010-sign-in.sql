-- Sign-in codes by who requested them, the devices that have signed in, and failed attempts.

-- Takes the place of sign_in_code, which had one code per e-mail address, so that a stranger could replace the owner's.
-- The old table stays for the previous version, which may still run during an upgrade.
create table mailed_code (
  id uuid primary key,
  email_key text not null,
  -- Keyed hash of the client address, device or user that requested it, each of which has one code.
  requester text not null,
  -- Whether the requester had signed in to the account before. Their codes go before those of strangers.
  is_known boolean not null,
  -- Keyed hash.
  code_hash bytea not null,
  created_at bigint not null,
  expires_at bigint not null,
  unique (email_key, requester)
);

create index mailed_code_expires_at_idx on mailed_code (expires_at);

-- Mails to be sent; deleted once the mail server has taken them.
create table queued_mail (
  id uuid primary key,
  -- The mail of a code goes with the code, so that a code that was used or replaced is not sent.
  code_id uuid references mailed_code on delete cascade,
  email_key text not null,
  email text not null,
  kind text not null,
  -- What the mail says, such as the code, encrypted.
  sealed_details bytea not null,
  attempts smallint not null default 0,
  due_at bigint not null,
  -- Not worth sending from then on.
  expires_at bigint not null
);

create index queued_mail_code_id_idx on queued_mail (code_id);
create index queued_mail_due_at_idx on queued_mail (due_at);
create index queued_mail_expires_at_idx on queued_mail (expires_at);
create index queued_mail_email_key_idx on queued_mail (email_key);

-- Devices and client addresses that have signed in to an account: strangers can't use up their codes and attempts.
create table known_device (
  user_id uuid not null references app_user on delete cascade,
  -- Keyed hash of the device's token or of the client address.
  hash text not null,
  kind text not null check (kind in ('device', 'address')),
  last_signed_in_at bigint not null,
  primary key (user_id, hash)
);

create index known_device_hash_idx on known_device (hash);
create index known_device_last_signed_in_at_idx on known_device (last_signed_in_at);

-- Failed attempts at an e-mail address since the last sign-in that succeeded.
create table failed_sign_in (
  -- Keyed hash of the e-mail address, which needn't have an account.
  email_hash text primary key,
  failures integer not null,
  last_failed_at bigint not null
);

create index failed_sign_in_last_failed_at_idx on failed_sign_in (last_failed_at);

-- From here on a session ends a year after the sign-in, however often it is used.
update session set expires_at = least(expires_at, created_at + 31536000000);
