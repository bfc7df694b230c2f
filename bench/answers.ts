import { type CallName, type Calls, calls } from "#contract/calls.ts";
import type { Answer, Endpoint } from "#contract/endpoint.ts";

/** Sends one request and reads the whole reply. Throws unless it is a 200 of the contract's shape. */
export async function checkedAnswer<N extends CallName>(
  port: number,
  call: N,
  path: string,
  token: string,
): Promise<Answer<Calls[N]>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: `session=${token}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${call} answered ${response.status}: ${text.slice(0, 200)}`);
  const endpoint: Endpoint = calls[call];
  return endpoint.reply!.parse(JSON.parse(text)) as Answer<Calls[N]>;
}

/** Throws unless `claim` holds: the speed of wrong answers says nothing. */
export function must(claim: boolean, otherwise: string): asserts claim {
  if (!claim) throw new Error(otherwise);
}
