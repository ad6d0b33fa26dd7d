-- Each topic has a group and words by which a search finds it; both come from its file.
alter table topic add column group_name text not null default '';
alter table topic add column synonyms jsonb not null default '[]';

-- Files are read again only if their hash has changed.
update content_file set hash = '';
