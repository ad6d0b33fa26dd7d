-- What operators do: questions taken out and mended, complaints resolved, ads, and the record of it all.

-- Why a question is out of circulation. The three facts change apart from each other: a reload of the files must not
-- bring back what an operator withdrew, and a resolved complaint not what is gone from the files.
alter table question
  add column is_in_files boolean not null default true,
  -- Since when too many complaints have kept it out, until an operator has looked at it.
  add column held_at bigint,
  -- Since when an operator has kept it out.
  add column withdrawn_at bigint;

update question set is_in_files = is_active;

update question set is_in_files = false
from topic
where topic.id = question.topic_id and not topic.is_active;

-- The one thing that draws look at, now always the sum of the three.
alter table question drop column is_active;

alter table question add column is_active boolean not null
  generated always as (is_in_files and held_at is null and withdrawn_at is null) stored;

-- Beside a question that an operator edited: its row has the words in force, this one the words of its file. Both values
-- are {text, answers, correct_answer_id, description} with the answers in the order of their ids, so that they compare.
create table question_edit (
  question_id uuid primary key references question on delete cascade,
  -- What the file said when the operator last wrote. Where file_now is something else, the two are in conflict.
  file_then jsonb not null,
  file_now jsonb not null
);

-- Null while it is open. Once resolved it counts no more, and the same reporter may report the question anew.
alter table complaint add column resolved_at bigint;

alter table complaint drop constraint complaint_question_id_reporter_key;

create unique index complaint_open_idx on complaint (question_id, reporter) where resolved_at is null;
create index complaint_question_id_idx on complaint (question_id);

-- The ads in circulation, in their order.
create table ad (
  position smallint primary key,
  -- A path of our own.
  image text not null,
  -- An https address.
  link text not null,
  title text not null,
  subtitle text not null,
  -- Texts, of which a reader sees one after another.
  texts jsonb not null
);

-- What operators did, for 400 days. No foreign keys, and the admin's address in plain words: who did what must still be
-- answerable when the account of the admin, or of the player it was done to, has been erased. Of players a row holds
-- their id, which then leads to nobody, and a display name that was taken away; never their address.
create table audit_entry (
  id uuid primary key,
  at bigint not null,
  admin_id uuid not null,
  admin_email text not null,
  -- A fact in the past tense, such as question_withdrawn.
  action text not null,
  -- What it was done to: a question's key, a user's id, a flag's name.
  subject text not null,
  -- What was before and what is after, as far as that says more than the action.
  details jsonb not null
);

create index audit_entry_at_idx on audit_entry (at desc, id desc);
-- For what was done to one account.
create index audit_entry_subject_idx on audit_entry (subject);

-- Ads of the house to begin with. Here, because a migration runs once: a list that was emptied stays empty.
insert into ad (position, image, link, title, subtitle, texts) values
  (1, '/img/ads/moby-dick.svg', 'https://www.gutenberg.org/ebooks/2701', 'Moby-Dick', 'Herman Melville, 1851',
    '["One captain, one whale, and a ship full of people who should have stayed ashore.",
      "Come for the chase. Stay for the chapter on chowder.",
      "Free to read, like every book here."]'),
  (2, '/img/ads/alice-in-wonderland.svg', 'https://www.gutenberg.org/ebooks/11', 'Alice''s Adventures in Wonderland',
    'Lewis Carroll, 1865',
    '["Why is a raven like a writing-desk? Nobody at the tea party knows either.",
      "A white rabbit is late. You have all afternoon.",
      "Twelve short chapters, free to read."]'),
  (3, '/img/ads/sherlock-holmes.svg', 'https://www.gutenberg.org/ebooks/1661', 'The Adventures of Sherlock Holmes',
    'Arthur Conan Doyle, 1892',
    '["Twelve cases. Can you name the culprit before he does?",
      "You see, but do you observe? Begin with A Scandal in Bohemia.",
      "Free to read, one sitting a case."]'),
  (4, '/img/ads/around-the-world.svg', 'https://www.gutenberg.org/ebooks/103', 'Around the World in Eighty Days',
    'Jules Verne, 1872',
    '["A bet at the club, a carpet-bag, and eighty days on the clock.",
      "By rail, by steamer, by elephant. Geography was never so hurried.",
      "Free to read, no ticket needed."]'),
  (5, '/img/ads/time-machine.svg', 'https://www.gutenberg.org/ebooks/35', 'The Time Machine', 'H. G. Wells, 1895',
    '["The host is late for dinner. He has been to the year 802,701.",
      "The short novel that gave the time machine its name.",
      "Free to read in an evening."]'),
  (6, '/img/ads/origin-of-species.svg', 'https://www.gutenberg.org/ebooks/1228', 'On the Origin of Species',
    'Charles Darwin, 1859',
    '["It starts among pigeon breeders and ends with every living thing.",
      "The first edition of the argument that changed biology.",
      "Free to read, and it answers more than one quiz question."]');
