import { z } from "zod";

/** PostgreSQL cannot store U+0000, and no person means it. */
const storable = (text: string) => !text.includes("\u0000");

/** Trimmed text of at most `max` characters; `empty` is the sentence shown when nothing is left. */
export const text = (max: number, empty?: string, min = 1) =>
  z
    .string()
    .trim()
    .min(empty === undefined ? 0 : min, empty)
    .max(max, `Please use at most ${max} characters`)
    .refine(storable, "This text holds a character that cannot be stored")
    .refine((written) => empty === undefined || written === "" || visible(written), empty);

/** Something a person can see: letters that take no room name nobody. */
const visible = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/** Text taken as it is, at most `max` characters. */
export const plain = (max: number) =>
  z
    .string()
    .max(max, `Please use at most ${max} characters`)
    .refine(storable, "This text holds a character that cannot be stored");

/** In lower case, as the server writes it. */
export const Id = z.uuid("Not a valid id").toLowerCase();
export const ById = z.object({ id: Id });
export const Timestamp = z.iso.datetime({ offset: true });

/** A path on this site below /objects/, as the registrations answer it. */
export const ObjectPath = z.string().regex(/^\/objects\/[0-9a-f-]{36}$/, "Not the path of a stored image");

export const Email = z
  .string()
  .trim()
  .max(254, "Please use at most 254 characters")
  .refine(storable, "Please enter a valid email address")
  .pipe(z.email("Please enter a valid email address"));

/** A calendar day, on the wire an ISO timestamp; only the day as written counts, whatever the time zone. */
export const Day = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, { error: missing, abort: true })
    .max(40, "Please enter a valid date")
    .refine(
      (day) => isDay(day.slice(0, 10)) && /^.{10}(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/.test(day),
      "Please enter a valid date",
    );

const isDay = (day: string) =>
  /^(19|2\d)\d\d-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00.000Z`).toJSON()?.slice(0, 10) === day;

/** `?limit=&cursor=` of a list that can grow without end; the next page is named in the Link header. */
export const Page = (most: number, usual = most) =>
  z.object({
    limit: z.coerce.number().int().min(1).max(most).default(usual),
    cursor: z.string().max(1000).optional(),
  });
