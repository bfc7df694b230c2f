-- Receipts: a photo, a video or a line of text that somebody attaches to a nominee of an award as proof.
create table receipts (
  -- Random, because the time in other ids would tell in which order receipts came.
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  category_id uuid not null references categories on delete cascade,
  nominee_id uuid not null references users on delete cascade,
  -- Known while the vote is open. `seal_awards` destroys it.
  author_id uuid references users on delete set null,
  media_id uuid references media on delete cascade,
  text text,
  -- `seal_awards` counts them; until then `receipt_hearts` has them.
  hearts int not null default 0,
  constraint receipts_have_one_content check ((media_id is null) <> (text is null))
);
create index receipts_of_trip on receipts (trip_id);
create index receipts_of_award on receipts (category_id, author_id);
create index receipts_of_nominee on receipts (nominee_id);
create index receipts_of_author on receipts (author_id) where author_id is not null;
create index receipts_of_media on receipts (media_id) where media_id is not null;

create table receipt_hearts (
  receipt_id uuid not null references receipts on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (receipt_id, user_id)
);
create index receipt_hearts_of_user on receipt_hearts (user_id);
