-- Whether the mail server worked and refused this mail when it was last tried. Such a mail says nothing about the others,
-- so it does not count as delayed.
alter table queued_mail add column is_refused boolean not null default false;
