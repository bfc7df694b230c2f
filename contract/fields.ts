import { z } from "zod";

/** PostgreSQL cannot store U+0000. */
const isStorable = (text: string) => !text.includes("\u0000");

/** Trimmed text of at most `max` characters. With `empty`, an empty text is refused with that sentence. */
export const text = (max: number, empty?: string, min = 1) =>
  z
    .string()
    .trim()
    .min(empty === undefined ? 0 : min, empty)
    .max(max, `Please use at most ${max} characters`)
    .refine(isStorable, "This text holds a character that cannot be stored")
    .refine((written) => empty === undefined || written === "" || isVisible(written), empty);

/** Has at least one visible character: a name of zero-width characters is refused. */
const isVisible = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/** Untrimmed text of at most `max` characters. */
export const plain = (max: number) =>
  z
    .string()
    .max(max, `Please use at most ${max} characters`)
    .refine(isStorable, "This text holds a character that cannot be stored");

/** In lower case, as the database has it. */
export const Id = z.uuid("Not a valid id").toLowerCase();
export const ById = z.object({ id: Id });
export const Timestamp = z.iso.datetime({ offset: true });

/** A path below /objects/, as a registration returns it. */
export const ObjectPath = z.string().regex(/^\/objects\/[0-9a-f-]{36}$/, "Not the path of a stored image");

export const Email = z
  .string()
  .trim()
  .max(254, "Please use at most 254 characters")
  .refine(isStorable, "Please enter a valid email address")
  .pipe(z.email("Please enter a valid email address"));

/** A calendar day, sent as an ISO timestamp. Only its first ten characters count; the time zone is ignored. */
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

/** `?limit=&cursor=` of an unbounded list. The Link header of the reply names the next page. */
export const Page = (maxLimit: number, defaultLimit = maxLimit) =>
  z.object({
    limit: z.coerce.number().int().min(1).max(maxLimit).default(defaultLimit),
    cursor: z.string().max(1000).optional(),
  });
