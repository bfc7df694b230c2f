-- Functions whose results a table stores stand beside the table and not in functions/: a change of one has to write all rows anew.

-- Returns the JSON by which a photo names the person who added it.
create function person_face(id uuid, first_name text, last_name text, profile_image_url text)
returns text language sql immutable parallel safe
return '{"id":"' || id || '","firstName":' || to_json(first_name) || ',"lastName":' || to_json(last_name)
  || ',"profileImageUrl":' || coalesce(to_json(profile_image_url)::text, 'null') || '}';

create table users (
  id uuid primary key,
  email text not null,
  -- The address in lower case: two accounts may not differ in case alone.
  email_key text not null unique,
  -- The time when its owner showed that mail to this address reaches them. Null until then.
  email_confirmed_at timestamptz(3),
  -- Null for people who sign in without a password.
  password_hash text,
  first_name text not null,
  last_name text not null,
  bio text,
  profile_image_url text,
  -- The demo squad that this person was invented for. 003-squads.sql adds its foreign key, because the two tables refer to each other.
  demo_squad_id uuid,
  is_demo boolean not null generated always as (demo_squad_id is not null) stored,
  -- The person has been given a demo squad once. They get no second one, also after they removed it.
  had_demo boolean not null default false,
  -- The person has accepted a personal invitation: somebody who may invite has vouched for them.
  was_invited boolean not null default false,
  face text not null generated always as (person_face(id, first_name, last_name, profile_image_url)) stored,
  created_at timestamptz(3) not null default now()
);
create index people_of_demo on users (demo_squad_id) where demo_squad_id is not null;
