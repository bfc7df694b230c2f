-- Decision 125: what a trip costs. All amounts are whole numbers of the smallest unit of their currency.
-- The ISO code in which the trip counts. Null until the first cost or payment.
alter table trips add column currency text;
-- How others can pay them. Only people who owe them see it.
alter table people add column pay_to text;

-- The people in the books of a trip. A row stays when its person leaves. After a merge two rows may name one person, and count together.
create table cost_people (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  -- Null when the account is gone.
  person_id uuid references people on delete set null,
  -- What they paid and have to bear, and what they sent and received in payments. Triggers keep the sums (functions/costs.sql).
  paid bigint not null default 0,
  shared bigint not null default 0,
  sent bigint not null default 0,
  received bigint not null default 0,
  balance bigint not null generated always as (paid - shared + sent - received) stored
);
create index cost_people_of_trip on cost_people (trip_id, person_id);
create index cost_people_of_person on cost_people (person_id) where person_id is not null;

create table costs (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  -- Made by the page, so that a request that is sent again adds nothing. Leftover units are spread by it.
  key uuid not null,
  title text not null,
  day date not null,
  category text not null check (category in ('stay', 'travel', 'food', 'drinks', 'groceries', 'fun', 'other')),
  note text not null default '',
  amount int not null check (amount <> 0 and abs(amount) <= 1000000000),
  currency text not null,
  -- As it was typed. Null in the trip's currency, and where the amount in the trip's currency was typed.
  rate text,
  trip_amount int not null check (trip_amount <> 0 and abs(trip_amount) <= 1000000000),
  split text not null check (split in ('equal', 'shares', 'exact')),
  written_by uuid references people on delete set null,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  unique (trip_id, key)
);
create index costs_of_trip on costs (trip_id, day desc, id desc);
-- The sums by category are read from the index alone.
create index costs_by_category on costs (trip_id, category) include (trip_amount);
create index costs_with_rate on costs (trip_id, currency, id desc) where rate is not null;
create index costs_of_writer on costs (written_by) where written_by is not null;

create table cost_payers (
  cost_id uuid not null references costs on delete cascade,
  payer_id uuid not null references cost_people on delete cascade,
  amount int not null,
  trip_amount int not null,
  primary key (cost_id, payer_id)
);
create index cost_payers_of_person on cost_payers (payer_id);

create table cost_shares (
  cost_id uuid not null references costs on delete cascade,
  sharer_id uuid not null references cost_people on delete cascade,
  -- 1 in an equal split, hundredths of a share, or the typed amount without its sign.
  weight int not null check (weight >= 0),
  share int not null,
  primary key (cost_id, sharer_id)
);
create index cost_shares_of_person on cost_shares (sharer_id);

create table payments (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  key uuid not null,
  from_id uuid not null references cost_people on delete cascade,
  to_id uuid not null references cost_people on delete cascade,
  amount int not null check (amount > 0 and amount <= 1000000000),
  day date not null,
  note text not null default '',
  -- What was handed over, if that was another currency.
  handed_amount int check (handed_amount > 0),
  handed_currency text check ((handed_amount is null) = (handed_currency is null)),
  entered_by uuid references people on delete set null,
  created_at timestamptz(3) not null default now(),
  unique (trip_id, key),
  check (from_id <> to_id)
);
create index payments_of_trip on payments (trip_id, id desc);
create index payments_from on payments (from_id);
create index payments_to on payments (to_id);
create index payments_of_writer on payments (entered_by) where entered_by is not null;

-- The history of costs and payments, for 90 days. The texts name people by their rows in cost_people.
create table trip_changes (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  kind text not null check (kind in ('cost', 'payment')),
  -- The id of the cost or payment, which may be deleted.
  thing_id uuid not null,
  changed_by uuid references people on delete set null,
  changed_at timestamptz(3) not null default now(),
  -- The whole thing. Null before it was made, and after it was deleted.
  before jsonb,
  after jsonb,
  check (before is not null or after is not null)
);
create index trip_changes_of_trip on trip_changes (trip_id, id desc);
-- Finds what a request made that comes again, also after it was deleted.
create index trip_changes_by_key on trip_changes (trip_id, (after ->> 'key')) where before is null;
create index trip_changes_of_thing on trip_changes (thing_id, id desc);
create index trip_changes_by_time on trip_changes (changed_at);
create index trip_changes_of_person on trip_changes (changed_by) where changed_by is not null;

-- Stored files of receipts. A row outlives its cost by 90 days, so that an undoing brings the receipt back.
create table cost_receipts (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  -- Whose space it takes. Null on a trip without a squad.
  squad_id uuid references squads on delete cascade,
  -- No foreign key, because the cost may come back.
  cost_id uuid not null,
  uploader_id uuid references people on delete set null,
  kind text not null check (kind in ('picture', 'pdf')),
  file_name text not null,
  file_type text not null,
  file_size int not null,
  sha256 bytea not null,
  crc32 bigint not null,
  created_at timestamptz(3) not null default now(),
  -- Set when the cost was deleted or got another receipt.
  gone_at timestamptz(3)
);
create unique index cost_receipts_of_cost on cost_receipts (cost_id) where gone_at is null;
create index cost_receipts_of_trip on cost_receipts (trip_id);
create index cost_receipts_of_squad on cost_receipts (squad_id) where squad_id is not null;
create index cost_receipts_of_uploader on cost_receipts (uploader_id) where uploader_id is not null;
create index cost_receipts_gone on cost_receipts (gone_at) where gone_at is not null;
