// Decision 002: why JSON is built in SQL.

/**
 * The contract's shapes as SQL expressions, so that one statement answers one screen. Each takes the alias of
 * a row; the replies made of them are held against the contract in the tests.
 */

/** An ISO timestamp with milliseconds, as `Date.prototype.toJSON` writes it. */
export const timestamp = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A calendar day as the wire has it: midnight UTC of that day. */
const day = (column: string) => `${column} || 'T00:00:00.000Z'`;

export const personJson = (u: string) =>
  `json_build_object('id', ${u}.id, 'firstName', ${u}.first_name, 'lastName', ${u}.last_name, 'bio', ${u}.bio, 'profileImageUrl', ${u}.profile_image_url)`;

export const userJson = (u: string) =>
  `json_build_object('id', ${u}.id, 'firstName', ${u}.first_name, 'lastName', ${u}.last_name, 'bio', ${u}.bio, 'profileImageUrl', ${u}.profile_image_url, 'email', ${u}.email)`;

const squadFields = (s: string) =>
  `'id', ${s}.id, 'name', ${s}.name, 'description', ${s}.description, 'photoUrl', ${s}.photo_url, 'memberCount', ${s}.member_count, 'createdAt', ${timestamp(`${s}.created_at`)}`;

export const squadCardJson = (s: string) => `json_build_object(${squadFields(s)})`;

/** `role` is an expression: the viewer's role or null. `more` adds fields. */
export const squadJson = (s: string, role: string, more = "") =>
  `json_build_object(${squadFields(s)}, 'isPublic', ${s}.is_public, 'tripCount', ${s}.trip_count, 'isDemo', ${s}.demo_of is not null, 'role', ${role}${more})`;

export const squadMemberJson = (m: string, u: string) =>
  `json_build_object('id', ${m}.id, 'userId', ${m}.user_id, 'role', ${m}.role, 'user', ${personJson(u)})`;

/** `s` is the trip's squad, joined from the left. */
export const tripJson = (t: string, s: string, more = "") =>
  `json_build_object('id', ${t}.id, 'squadId', ${t}.squad_id, 'name', ${t}.name, 'location', ${t}.location,
    'description', ${t}.description, 'startDate', ${day(`${t}.start_date`)}, 'endDate', ${day(`${t}.end_date`)},
    'photoUrl', ${t}.photo_url, 'isActive', current_date between ${t}.start_date and ${t}.end_date,
    'isPublic', coalesce(${s}.is_public, false), 'memberCount', ${t}.crew_count, 'categoryCount', ${t}.category_count,
    'mediaCount', ${t}.photo_count + ${t}.video_count,
    'allVotingComplete', ${t}.category_count > 0 and ${t}.complete_count = ${t}.category_count,
    'createdAt', ${timestamp(`${t}.created_at`)}${more})`;

export const tripMemberJson = (m: string, u: string) =>
  `json_build_object('id', ${m}.id, 'userId', ${m}.user_id, 'user', ${personJson(u)}, 'mood', ${m}.mood, 'excitementLevel', ${m}.excitement_level)`;

export const categoryJson = (c: string) =>
  `json_build_object('id', ${c}.id, 'tripId', ${c}.trip_id, 'name', ${c}.name, 'description', ${c}.description, 'icon', ${c}.icon, 'color', ${c}.color, 'order', ${c}.position)`;

/** A JSON array of `expression` over a subquery, `[]` when it has no rows. */
export const list = (expression: string, from: string) =>
  `(select coalesce(json_agg(${expression}), '[]') from ${from})`;

/** The text of a JSON object; each field an expression of JSON, or of text that is JSON, and never null. Nothing is parsed or built anew. */
export const objectText = (fields: Readonly<Record<string, string>>) =>
  `${Object.entries(fields)
    .map(([name, value], i) => `'${i === 0 ? "{" : ","}"${name}":' || ${value}`)
    .join(" || ")} || '}'`;
