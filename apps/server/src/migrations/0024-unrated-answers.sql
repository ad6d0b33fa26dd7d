-- Answers that ratings do not contain yet. Rows are only added, in the transaction that stores the answer; a background
-- task rates them every second. Without indexes and foreign keys, because each answer pays for them.
create table unrated_answer (
  user_id uuid not null,
  question_id uuid not null,
  is_right boolean not null
);
