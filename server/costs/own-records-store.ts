import { type RawBuilder, sql } from "kysely";
import type { CostCategory, CostSplit } from "#contract/costs.ts";
import { decimalOf } from "#contract/money/amounts.ts";
import type { Database, Db } from "../schema/database.ts";
import type { OwnFile, OwnRecords } from "../schema/own-records.ts";
import { byteOrderMark, cellOf, lineOf } from "./cells.ts";

interface OwnCost {
  readonly trip: string | null;
  readonly tripCurrency: string;
  readonly title: string | null;
  readonly day: string;
  readonly category: CostCategory;
  readonly amount: number;
  readonly currency: string;
  readonly rate: string | null;
  readonly tripAmount: number;
  readonly split: CostSplit;
  readonly myTripPaid: number | null;
  readonly myShare: number | null;
}

interface OwnPayment {
  readonly trip: string | null;
  readonly tripCurrency: string;
  readonly iSent: boolean;
  readonly iReceived: boolean;
  readonly other: string | null;
  readonly amount: number;
  readonly day: string;
}

const stamp = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What others may write of trip `t`: null if the person does not see its books any more. */
const ifSeen = (userId: string, value: RawBuilder<unknown>) =>
  sql`case when exists (select from costs_for(${userId}, t.id)) then ${value} end`;

async function ownCosts(db: Db, me: string): Promise<readonly OwnCost[]> {
  const mine = sql`(select id from cost_people where person_id = ${me})`;
  const text = (column: RawBuilder<unknown>) =>
    sql`case when c.written_by = ${me} then ${column} else ${ifSeen(me, column)} end`;
  const { rows } = await sql<OwnCost>`
    select c.id, ${ifSeen(me, sql`t.name`)} as trip, t.currency as "tripCurrency", ${text(sql`c.title`)} as title, c.day, c.category,
      ${text(sql`c.note`)} as note, c.amount, c.currency, c.rate, c.trip_amount as "tripAmount", c.split,
      c.written_by is not distinct from ${me} as "enteredByMe", ${stamp(sql`c.created_at`)} as "createdAt",
      (select sum(y.amount) from cost_payers y where y.cost_id = c.id and y.payer_id in ${mine}) as "myPaid",
      (select sum(y.trip_amount) from cost_payers y where y.cost_id = c.id and y.payer_id in ${mine}) as "myTripPaid",
      (select sum(s.weight) from cost_shares s where s.cost_id = c.id and s.sharer_id in ${mine}) as "myWeight",
      (select sum(s.share) from cost_shares s where s.cost_id = c.id and s.sharer_id in ${mine}) as "myShare"
    from costs c join trips t on t.id = c.trip_id
    where c.id in (
      select id from costs where written_by = ${me}
      union select cost_id from cost_payers where payer_id in ${mine}
      union select cost_id from cost_shares where sharer_id in ${mine})
    order by c.day, c.id`.execute(db);
  return rows;
}

async function ownPayments(db: Db, me: string): Promise<readonly OwnPayment[]> {
  const { rows } = await sql<OwnPayment>`
    select y.id, ${ifSeen(me, sql`t.name`)} as trip, t.currency as "tripCurrency", f.person_id is not distinct from ${me} as "iSent",
      g.person_id is not distinct from ${me} as "iReceived",
      ${ifSeen(me, sql`(select u.first_name from people u where u.id = case when f.person_id = ${me} then g.person_id else f.person_id end)`)} as other,
      y.amount, y.day, case when y.entered_by = ${me} then y.note else ${ifSeen(me, sql`y.note`)} end as note,
      y.handed_amount as "handedAmount", y.handed_currency as "handedCurrency",
      y.entered_by is not distinct from ${me} as "enteredByMe", ${stamp(sql`y.created_at`)} as "createdAt"
    from payments y join cost_people f on f.id = y.from_id join cost_people g on g.id = y.to_id join trips t on t.id = y.trip_id
    where y.id in (
      select id from payments where entered_by = ${me}
      union select o.id from cost_people p join payments o on o.from_id = p.id where p.person_id = ${me}
      union select o.id from cost_people p join payments o on o.to_id = p.id where p.person_id = ${me})
    order by y.day, y.id`.execute(db);
  return rows;
}

async function ownReceipts(db: Db, me: string): Promise<readonly OwnFile[]> {
  const { rows } = await sql<OwnFile>`
    select r.id, r.cost_id as "costId", r.file_name as "fileName", r.file_type as "fileType", r.file_size as size, r.crc32,
      encode(r.sha256, 'hex') as sha256, 'receipt' as purpose, ${stamp(sql`r.gone_at`)} as "deletedAt", null as "filmOf",
      ${ifSeen(me, sql`t.name`)} as trip, null as squad, ${stamp(sql`r.created_at`)} as "takenAt",
      ${stamp(sql`r.created_at`)} as "orderedAt", 0 as "utcOffset", null as "tripId", null as "squadId", false as "isLocalClock", ${stamp(sql`r.created_at`)} as "uploadedAt"
    from cost_receipts r join trips t on t.id = r.trip_id where r.uploader_id = ${me} order by r.created_at, r.id`.execute(
    db,
  );
  return rows;
}

/** Reads the costs and payments in which a person stands or that they entered, as rows and as a table, and their receipts. */
export const costRecordsOf =
  ({ db }: Pick<Database, "db">) =>
  async (userId: string): Promise<OwnRecords> => {
    const [costs, payments, receipts] = await Promise.all([
      ownCosts(db, userId),
      ownPayments(db, userId),
      ownReceipts(db, userId),
    ]);
    const lines = [...costs.map(lineOfCost), ...payments.map(lineOfPayment)];
    return {
      costs,
      payments,
      costReceipts: receipts,
      "costs.csv": [head, ...lines].map((cells) => ({ line: lineOf(cells) })),
    };
  };

const titles = ["Date", "Trip", "Title", "Category", "Amount", "Currency", "Rate", "Amount in the trip's currency"];
const head = [...titles, "Trip's currency", "Split", "I paid", "My part"].map((title, at) =>
  at === 0 ? byteOrderMark + title : title,
);

function lineOfCost(cost: OwnCost): readonly string[] {
  const { day, trip, title, category, amount, currency, rate, tripAmount, tripCurrency, split } = cost;
  const money = (units: number | null) => (units === null ? "" : decimalOf(units, tripCurrency));
  const entered = [decimalOf(amount, currency), currency, rate ?? "", money(tripAmount), tripCurrency, split];
  const texts = [day, cellOf(trip ?? ""), cellOf(title ?? ""), category];
  return [...texts, ...entered, money(cost.myTripPaid), money(cost.myShare)];
}

/** A payment that somebody sent is paid, and one that they received is paid less. */
function lineOfPayment({ day, trip, tripCurrency, iSent, iReceived, other, amount }: OwnPayment): readonly string[] {
  const title = !iSent && !iReceived ? "Payment of others" : `Payment ${iSent ? "to" : "from"} ${other ?? "somebody"}`;
  const money = decimalOf(amount, tripCurrency);
  return [day, cellOf(trip ?? ""), cellOf(title), "payment", money, tripCurrency, "", "", tripCurrency, "", "", ""];
}
