import type { IncomingMessage } from "node:http";
import { escaped, pageOf } from "./page.ts";

export type Form = Readonly<Record<string, string>>;

const formPage = (title: string, fields: string, others = "") =>
  pageOf(
    title,
    `<h1>${title}</h1><form method="post">${fields}
<button>Continue</button> <button name="cancel" value="1">Cancel</button>${others}</form>
<p>This page stands in for Google. It believes everybody.</p>`,
  );

/** The page that asks for a login name. It has a button, with a label, for each known person. */
export const loginPage = (known: ReadonlyMap<string, string>) =>
  formPage(
    "Who are you?",
    '<label>Name <input name="login" autocomplete="off"></label>',
    // The buttons come after the field, because the last of two values of one name counts.
    `<div class="people">${[...known]
      .map(([login, label]) => `<button name="login" value="${escaped(login)}">${escaped(label)}</button>`)
      .join("")}</div>`,
  );

export const consentPage = formPage(
  "May they?",
  '<label><input type="checkbox" name="photos" value="1" checked> See the photos you choose</label>',
);

/** The fields of a posted form. */
export async function readForm(request: IncomingMessage): Promise<Form> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}

/**
 * Signs in at a provider's URL as a browser would: sends the login and the consent, and returns the URL to which the provider redirects.
 * Without `photos` it leaves that box empty; with `cancel` it cancels.
 */
export async function signInAtProvider(
  address: string,
  { login, photos = true, cancel = false }: { login: string; photos?: boolean; cancel?: boolean },
): Promise<string> {
  const cookies = new Map<string, string>();
  const issuer = new URL(address).origin;
  const body = new URLSearchParams({ login, ...(photos && { photos: "1" }), ...(cancel && { cancel: "1" }) });
  let [next, method] = [address, "GET"];
  for (let step = 0; step < 20; step++) {
    const reply = await fetch(next, {
      method,
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(method === "POST" && { body }),
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const location = reply.headers.get("location");
    await reply.body?.cancel();
    if (location === null && method === "GET" && reply.ok) {
      method = "POST";
      continue;
    }
    if (location === null) throw new Error(`The provider stopped at ${next} with ${reply.status}.`);
    [next, method] = [new URL(location, next).href, "GET"];
    if (new URL(next).origin !== issuer) return next;
  }
  throw new Error(`The provider did not lead back from ${address}.`);
}
