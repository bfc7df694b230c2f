import type pg from "pg";

const settings = "-c timezone=UTC -c statement_timeout=30000 -c plan_cache_mode=force_generic_plan -c jit=off";

/** No statement of ours may take longer, unless it says so itself. */
export const maxStatementMs = 30_000;

/** A connection whose sessions begin with our settings: after those that it asks for itself, so that ours count. */
export function withSettings(connection: pg.PoolConfig): pg.PoolConfig {
  const besides = (own: string | null | undefined) => (own ? `${own} ${settings}` : settings);
  if (!connection.connectionString) return { ...connection, options: besides(connection.options) };
  // What stands in the address counts for more than what stands beside it.
  const url = new URL(connection.connectionString);
  url.searchParams.set("options", besides(url.searchParams.get("options")));
  // One sign that is not encoded would have the driver encode all of them a second time.
  return { ...connection, connectionString: url.href.replace(/%(?![\da-f]{2})/gi, "%25") };
}

interface Session {
  readonly zone: string;
  readonly ms: number;
  readonly role: string;
}

/**
 * Refuses, with one clear sentence, a database whose sessions did not take our settings, as behind a proxy that drops them: moments
 * would be told hours off, and a statement could run for ever.
 */
export async function checkSession(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Session>(
    `select current_setting('TimeZone') zone, setting::int ms, quote_ident(current_user) as role
     from pg_settings where name = 'statement_timeout'`,
  );
  const { zone, ms, role } = rows[0]!;
  if (/^(etc\/)?utc$/i.test(zone) && ms > 0 && ms <= maxStatementMs) return;
  throw new Error(
    `The database gives us TimeZone ${zone} and statement_timeout ${ms / 1000} s instead of UTC and ${maxStatementMs / 1000} s: ` +
      `DATABASE_URL asks for that, or a proxy before the database drops what connections ask for at their start. ` +
      `If so: ALTER ROLE ${role} SET timezone = 'UTC'; ALTER ROLE ${role} SET statement_timeout = '30s'.`,
  );
}
