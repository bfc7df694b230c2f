-- How many mails a person has sent to others, counted for a day. Rows outlive the squads and trips of the mails, because anyone can delete
-- and recreate those.
create table mails_of_people (
  id uuid primary key,
  sender_id uuid not null references users on delete cascade,
  kind text not null,
  mails integer not null check (mails > 0),
  created_at timestamptz(3) not null default now()
);
create index mails_of_people_of_sender on mails_of_people (sender_id, created_at);
create index mails_of_people_by_age on mails_of_people (created_at);
