import { z } from "zod";
import { asciiAddress, bareAddress } from "./address.ts";
import { idPattern } from "./id.ts";
import { isVisible, onOneLine, oneLine, severalLines, withoutHidden } from "./plain-text.ts";

/** PostgreSQL cannot store U+0000, nor half of a surrogate pair in JSON. */
const isStorable = (text: string) => !text.includes("\u0000") && text.isWellFormed();

const tooLong = (max: number) => `Please use at most ${max} characters`;

/** Untrimmed text of at most `max` characters. With `empty`, that sentence refuses an absent and an empty text. */
export const plain = (max: number, empty?: string) =>
  z
    .string({ ...(empty !== undefined && { error: empty }) })
    .min(empty === undefined ? 0 : 1, empty)
    .max(max, tooLong(max))
    .refine(isStorable, "This text holds a character that cannot be stored");

const written = (tidy: (text: string) => string, max: number, empty?: string, min = 1) =>
  z
    .string({ ...(empty !== undefined && { error: empty }) })
    .overwrite(tidy)
    .min(empty === undefined ? 0 : min, empty)
    .max(max, tooLong(max))
    .refine(isStorable, "This text holds a character that cannot be stored")
    .refine((text) => empty === undefined || text === "" || isVisible(text), {
      ...(empty !== undefined && { error: empty }),
      abort: true,
    });

/**
 * A text of several lines, tidied, of at most `max` characters. With `empty`, that sentence refuses an absent text, one of fewer than
 * `min` characters, and one without a visible character.
 */
export const text = (max: number, empty?: string) => written(severalLines, max, empty);

/** Like `text`, on one line. */
export const line = (max: number, empty?: string) => written(oneLine, max, empty);

/** A required line that names somebody or something. It is refused with hidden characters, so that the same look is the same name. */
export const name = (max: number, empty: string, min = 1) =>
  written(onOneLine, max, empty, min).refine(
    (typed) => withoutHidden(typed) === typed,
    "Please leave out invisible characters",
  );

/** An id in lower case, as the database has it. `sentence` refuses everything else. */
export const idWith = (sentence: string) => z.uuid(sentence).toLowerCase();
export const Id = idWith("Please choose something that exists");
export const ById = z.object({ id: Id });
const badDate = "Please enter a valid date";
export const Timestamp = z.iso.datetime({ offset: true, error: badDate });
/** A time that a browser sends back as the server told it. PostgreSQL knows no year 0. */
export const Moment = Timestamp.refine((time) => Date.parse(time) >= 0, badDate);

/** A path below /objects/, as a registration returns it. */
export const ObjectPath = z.string().regex(new RegExp(`^/objects/${idPattern}$`), "Please upload the photo first");

/** The path of a stored image; null and an empty text mean none, and an edit without it changes nothing. */
export const OptionalImage = z
  .string("Please upload the photo first")
  .trim()
  .transform((path) => path || null)
  .pipe(ObjectPath.nullable())
  .nullable()
  .optional();

const badEmail = "Please enter a valid email address";
const mailbox = /^(?!.{255})(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i;
const otherLetters = /^[\0-\x7f]*[^\0-\x7f][^@]*@/;
/** One address as people paste it. Its domain may be in any script. Few mail servers take other letters before the @ (RFC 6531). */
export const Email = z
  .string(badEmail)
  // NFKC makes eighteen letters of some, so a long text is refused as it is.
  .overwrite((typed) => (typed.length > 999 ? typed : bareAddress(typed)))
  .max(254, tooLong(254))
  .refine((typed) => mailbox.test(asciiAddress(typed)), {
    error: ({ input }) =>
      otherLetters.test(String(input)) ? "Please use only the letters a to z before the @" : badEmail,
  })
  .meta({ format: "email" });

/** A calendar day, sent as an ISO timestamp. Only its first ten characters count; the time zone is ignored. */
export const Day = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, { error: missing, abort: true })
    .max(40, "Please enter a valid date")
    .refine(
      (day) => isDay(day.slice(0, 10)) && /^.{10}(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/.test(day),
      "Please enter a valid date",
    )
    .meta({ examples: ["2026-07-04", "2026-07-11T00:00:00.000Z"] });

const isDay = (day: string) =>
  /^(19|2\d)\d\d-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00.000Z`).toJSON()?.slice(0, 10) === day;

/** `?limit=&cursor=` of an unbounded list. The Link header of the reply names the next page. */
export const Page = (maxLimit: number, defaultLimit = maxLimit) =>
  z.object({
    limit: z.coerce.number().int().min(1).max(maxLimit).default(defaultLimit),
    cursor: plain(1000).optional(),
  });

const types: Readonly<Record<string, string>> = {
  string: "Please fill in this field",
  number: "Please enter a number",
  int: "Please enter a whole number",
  boolean: "Please answer with yes or no",
  array: "Please send a list",
  object: "Please send an object with fields",
};
const units: Readonly<Record<string, string>> = { string: " characters", array: " entries" };

/** The sentence for a refused field that has no sentence of its own. The server validates with it, so no reply holds the words of zod. */
export const sentenceOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return types[issue.expected] ?? "Please check this field";
    case "too_big":
      return `Please use at most ${issue.maximum}${units[issue.origin] ?? ""}`;
    case "too_small":
      return `Please use at least ${issue.minimum}${units[issue.origin] ?? ""}`;
    case "invalid_value":
      return "Please choose one of the possible values";
    default:
      return "Please check this field";
  }
};

/** The space that photos take, and the limit that the people who run the server have set. */
export const SpaceUse = z.object({ usedBytes: z.int(), maxBytes: z.int() });
export type SpaceUse = z.infer<typeof SpaceUse>;

/** The album that an announced file is for. With it, the server refuses a file that has no room there before its bytes are sent. */
export const albumFields = { tripId: Id.optional(), squadId: Id.optional() };

/** A size in bytes, of which no file has more. */
export const Bytes = z
  .int()
  .min(0)
  .max(2 ** 49);
