import type { SecurityEvent } from "../../platform/http/security-events.ts";

/** A line of the security log. */
type SecurityLine = Readonly<Record<string, unknown>> & { readonly event: SecurityEvent };

/** Collects the log of a server that gets `logTo`; its `LOG_LEVEL` must not be `silent`, as it is in tests. */
export function collectLog() {
  const lines: string[] = [];
  const all = () => lines.map((line) => JSON.parse(line) as SecurityLine).filter(({ event }) => event !== undefined);
  return {
    /** Every line so far. */
    lines,
    logTo: { write: (line: string) => void lines.push(line) },
    /** The lines of the security log so far. */
    all,
    /** The same, without what every line has: the event, the account and the event's own fields. */
    told: () =>
      all().map(({ level: _l, time: _t, pid: _p, hostname: _h, reqId: _r, ip: _i, msg: _m, ...told }) => told),
  };
}
