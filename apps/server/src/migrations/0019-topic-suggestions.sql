-- Topics that players have searched for in vain and suggested.
create table topic_suggestion (
  user_id uuid not null references app_user on delete cascade,
  -- The text without case, accents and extra spaces: an account suggests it once.
  key text not null,
  text text not null,
  created_at bigint not null,
  primary key (user_id, key)
);

create index topic_suggestion_key_idx on topic_suggestion (key);
create index topic_suggestion_created_at_idx on topic_suggestion (created_at);
