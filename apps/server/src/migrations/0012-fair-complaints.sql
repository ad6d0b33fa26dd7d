-- Since when a complaint counts towards quarantine; null if it does not. Complaints filed before keep counting.
alter table complaint add column counted_at bigint;

update complaint set counted_at = created_at where reporter like 'user:%';

-- For "how many of one account's complaints counted in the last day".
create index complaint_reporter_counted_at_idx on complaint (reporter, counted_at) where counted_at is not null;

-- Since when complaints would have quarantined the question, if its topic did not have too many in quarantine already;
-- null once an operator has reviewed it.
alter table question add column review_due_at bigint;

create index question_review_due_at_idx on question (review_due_at) where review_due_at is not null;
