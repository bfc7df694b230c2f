-- Decision 116: comments and reactions on photos.
create table comments (
  id uuid primary key,
  media_id uuid not null references media on delete cascade,
  -- Null when the author's account is gone and their comments stay.
  author_id uuid references people on delete set null,
  -- Made by the page of the author, so that a request that is sent again adds nothing.
  key uuid not null,
  text text not null,
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  unique (media_id, author_id, key)
);
create index comments_of_media on comments (media_id, id desc);
create index comments_of_author on comments (author_id, id) where author_id is not null;

-- The people whom a comment mentions.
create table comment_mentions (
  comment_id uuid not null references comments on delete cascade,
  user_id uuid not null references people on delete cascade,
  -- The name after the @, as it was then.
  name text not null,
  primary key (comment_id, user_id)
);
create index comment_mentions_of_user on comment_mentions (user_id);

-- Reactions beside the like, one a person and photo.
create table reactions (
  media_id uuid not null references media on delete cascade,
  user_id uuid not null references people on delete cascade,
  emoji text not null check (emoji in ('😂', '😮', '🔥', '🏄', '👏')),
  given_at timestamptz(3) not null default now(),
  primary key (media_id, user_id)
);
create index reactions_of_user on reactions (user_id);

-- Kept by the writes that add and delete comments.
alter table media add column comments int not null default 0;
-- The uploader takes no more comments.
alter table media add column comments_off boolean not null default false;

-- What the activity of a comment is about.
alter table activity add column comment_id uuid references comments on delete cascade;
create index activity_of_comment on activity (comment_id) where comment_id is not null;
