-- For deleting old complaints: open ones of visitors, and resolved ones.
create index complaint_visitor_created_at_idx on complaint (created_at)
  where resolved_at is null and reporter like 'address:%';
create index complaint_resolved_at_idx on complaint (resolved_at) where resolved_at is not null;
