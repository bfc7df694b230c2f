-- Decision 120: when a person last got a digest by mail, or had nothing to get.
alter table inbox_settings add column digest_at timestamptz(3);
