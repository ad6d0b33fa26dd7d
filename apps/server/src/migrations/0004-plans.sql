-- Plans and payments. A plan is what the grants say at the moment of asking, so that one which runs out needs nobody to
-- end it; the column of 0001 was a second home for the same truth. Programs of before this migration, and of before
-- 0005, can't go on beside it: stop them first. Nobody had been given a plan by then.
alter table app_user drop column plan;

-- Who may play as a Legend, and why. Provider's rows mirror what the payment provider says and are rewritten whole;
-- sandbox rows come from the sandbox checkout, operator rows from the desk.
create table plan_grant (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  plan text not null check (plan in ('monthly', 'yearly', 'lifetime')),
  origin text not null check (origin in ('provider', 'sandbox', 'operator')),
  -- What it was granted for: a subscription, a paid checkout, or the row itself.
  reference text not null,
  started_at bigint not null,
  -- Holds no longer than this; null where nothing bounds it.
  ends_at bigint,
  -- When it was taken back; null while it stands.
  ended_at bigint,
  unique (origin, reference)
);

create index plan_grant_user_id_idx on plan_grant (user_id);

-- A person at the payment provider.
create table payment_customer (
  user_id uuid primary key references app_user on delete cascade,
  customer_id text not null unique,
  -- Looks at the provider are numbered before they begin, so that an older one never overwrites a newer one.
  last_ticket bigint not null default 0,
  applied_ticket bigint not null default 0,
  -- When to look even if no event comes; null where there is nothing to expect.
  look_due_at bigint
);

create index payment_customer_look_due_at_idx on payment_customer (look_due_at) where look_due_at is not null;

-- One walk to the till. Its id is the key under which the provider is asked, so that asking again is no second session.
create table checkout (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  origin text not null check (origin in ('provider', 'sandbox')),
  plan text not null check (plan in ('monthly', 'yearly', 'lifetime')),
  -- What the provider called the price then: it still counts after the operator has set another.
  provider_price text,
  provider_session text unique,
  url text,
  status text not null default 'open' check (status in ('open', 'paid', 'cancelled', 'expired', 'failed')),
  created_at bigint not null
);

create index checkout_user_id_created_at_idx on checkout (user_id, created_at);
-- For the sweep of what was never paid.
create index checkout_created_at_idx on checkout (created_at) where status <> 'paid';

-- Events of the provider that have had their effect, written with it: a second delivery finds its row.
create table payment_event (
  id text primary key,
  type text not null,
  received_at bigint not null
);

create index payment_event_received_at_idx on payment_event (received_at);

-- What a person has to look at at the provider (a payment that doesn't fit, one to refund): each is told once.
create table payment_alarm (
  kind text not null,
  reference text not null,
  user_id uuid references app_user on delete set null,
  created_at bigint not null,
  primary key (kind, reference)
);

create index payment_alarm_user_id_idx on payment_alarm (user_id);
