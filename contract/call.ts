import type { Calls } from "./calls.ts";
import type { CallArguments } from "./endpoint.ts";

/** Browsers and Node have it. */
declare const URLSearchParams: new (pairs: readonly (readonly [string, string])[]) => { toString(): string };

type GetName = Extract<keyof Calls, `GET ${string}`>;
type Given<E extends Calls[keyof Calls]> =
  object extends CallArguments<E> ? [given?: CallArguments<E>] : [given: CallArguments<E>];

interface Values {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

/** A call that a page makes first. */
export interface PageCall extends Values {
  readonly name: GetName;
}

/** Names a call of the contract with its params and query. */
/* @__NO_SIDE_EFFECTS__ */
export const call = <N extends GetName>(name: N, ...[given]: Given<Calls[N]>): PageCall => ({
  ...(given as Values | undefined),
  name,
});

/** The URL of a call: `:names` from `params`, and each defined value of `query`. */
export function addressOf(name: string, { params = {}, query = {} }: Values): string {
  const path = name.split(" ")[1]!.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const asked = given.map(([key, value]) => [key, `${value as string | number}`] as const);
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked).toString()}` : path;
}
