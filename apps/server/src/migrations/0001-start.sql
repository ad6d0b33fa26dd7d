-- The first schema. It runs unchanged on the embedded database and on PostgreSQL, so it keeps to core SQL.
-- Times are epoch milliseconds as bigint: the wire speaks them too, and no time zone or driver can bend them.
-- Ids are random or hashed UUIDs made by the program: their value and order tell nothing.

create table app_user (
  id uuid primary key,
  -- As the person typed it, for mails to them.
  email text not null,
  -- Trimmed and lower-cased: one account an address, however it is written.
  email_key text not null unique,
  -- Null until chosen; then "Player" and player_number stand in, never the e-mail.
  display_name text,
  -- The four digits of "Player 4821", drawn once at sign-up.
  player_number smallint not null,
  show_on_leaderboard boolean not null default true,
  plan text not null default 'starter' check (plan in ('starter', 'monthly', 'yearly', 'lifetime')),
  created_at bigint not null
);

create table session (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  -- Only a hash: whoever reads this table can sign in as nobody.
  token_hash bytea not null unique,
  -- What the person sees in the list of their devices.
  device text not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  -- Slides forward with use; rows past it are swept.
  expires_at bigint not null
);

create index session_user_id_idx on session (user_id);
create index session_expires_at_idx on session (expires_at);

-- One row an address, whether or not an account exists: a new code replaces, and so kills, the old one.
create table sign_in_code (
  email_key text primary key,
  email text not null,
  code_hash bytea not null,
  created_at bigint not null,
  expires_at bigint not null,
  -- Of all client addresses together.
  tries_left smallint not null,
  -- Wrong tries by hashed client address, so that a stranger can't use up the owner's.
  tries_by_address jsonb not null default '{}',
  -- The code itself, encrypted, only until its mail has left; then null.
  sealed_code bytea,
  mail_attempts smallint not null default 0,
  mail_due_at bigint
);

-- The mail queue asks only for what is still to be sent, so only that is in the index.
create index sign_in_code_mail_due_at_idx on sign_in_code (mail_due_at) where sealed_code is not null;

-- One row a counted event; limits are counts over a sliding window, shared by all processes.
create table rate_hit (
  key text not null,
  at bigint not null
);

create index rate_hit_key_at_idx on rate_hit (key, at);
-- For the sweep of what no window reaches any more.
create index rate_hit_at_idx on rate_hit (at);

create table feature_flag (
  name text primary key,
  is_enabled boolean not null,
  updated_at bigint not null
);

create table topic (
  id uuid primary key,
  -- The name of its file in the question bank: stays when the text is edited.
  key text not null unique,
  text text not null,
  -- Topics and questions taken out of the bank are put to rest, not deleted: servings and complaints point at them.
  is_active boolean not null default true
);

create table question (
  id uuid primary key,
  -- topic-key/question-id: stays when the text is edited.
  key text not null unique,
  topic_id uuid not null references topic,
  text text not null,
  -- Four of {id, text}, always read and written whole, hence one value and not a table.
  answers jsonb not null,
  correct_answer_id uuid not null,
  description text,
  difficulty smallint not null,
  -- {name, url, licence} of a question that came from elsewhere.
  source jsonb,
  -- Tells at the next load whether this row is already what the file says.
  content_hash text not null,
  is_active boolean not null default true
);

create index question_topic_id_idx on question (topic_id);

-- What was loaded, so that an unchanged bank costs nothing at start.
create table content_file (
  name text primary key,
  hash text not null,
  loaded_at bigint not null
);

-- Bumped when the bank changes, so that other processes drop their cache of it. Exactly one row.
create table bank_version (
  is_only_row boolean primary key default true check (is_only_row),
  version bigint not null
);

insert into bank_version (version) values (0);

-- What a signed-in player was asked: an open serving earns points once, and seen questions come last in the draw.
create table serving (
  user_id uuid not null references app_user on delete cascade,
  question_id uuid not null references question on delete cascade,
  served_at bigint not null,
  is_open boolean not null,
  primary key (user_id, question_id)
);

create index serving_user_id_served_at_idx on serving (user_id, served_at desc);

create table complaint (
  id uuid primary key,
  question_id uuid not null references question,
  -- 'user:<id>' or 'address:<keyed hash>': the same reporter counts once a question.
  reporter text not null,
  reason text,
  comment text,
  created_at bigint not null,
  unique (question_id, reporter)
);
