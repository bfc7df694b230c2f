// Decision 084: what was typed in an open form is there again after a login.
import { useEffect } from "react";
import { page } from "./page.ts";

const place = "typed";
const keptMs = 3_600_000;

interface Kept {
  readonly person: string;
  readonly at: number;
  readonly forms: Readonly<Record<string, object>>;
}

/** The forms on the page. Each returns its values if somebody has typed there. */
const open = new Map<string, () => object | undefined>();

/** Keeps what is typed in the forms of this page for its person: in this tab, for an hour. */
export function keepTyped(): void {
  if (page.person === undefined) return;
  const typed = [...open].flatMap(([name, valuesOf]) => {
    const values = valuesOf();
    return values ? [[name, withoutSecrets(values)] as const] : [];
  });
  if (typed.length > 0) write({ person: page.person, at: Date.now(), forms: Object.fromEntries(typed) });
}

/** Returns what was typed in a form before the person logged in again; undefined if nothing was. The same form kept it. */
export const findTyped = (name: string): unknown => read()?.forms[name];

/** Forgets what was typed in a form, or in all. */
export function forgetTyped(name?: string): void {
  const kept = name === undefined ? undefined : read();
  const { [name ?? ""]: _, ...forms } = kept?.forms ?? {};
  if (kept && Object.keys(forms).length > 0) return write({ ...kept, forms });
  try {
    sessionStorage.removeItem(place);
  } catch {}
}

/** Somebody else may have logged in since. */
export const forgetTypedByOthers = (): void => void read();

/** Keeps the values of this form if the page leaves for a login while it is open. When it closes, what was typed there is forgotten. */
export function useTyped(name: string | undefined, valuesOf: () => object | undefined): void {
  useEffect(() => (name === undefined ? undefined : watchTyped(name, valuesOf)));
  useEffect(() => (name === undefined ? undefined : () => forgetTyped(name)), [name]);
}

/** Has the values of a form kept when the page leaves for a login, until the returned function is called. */
export function watchTyped(name: string, valuesOf: () => object | undefined): () => void {
  open.set(name, valuesOf);
  return () => void open.delete(name);
}

/** What was kept for the person of this page. Anything else is deleted. */
function read(): Kept | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `write` alone writes here
    const kept = JSON.parse(sessionStorage.getItem(place) ?? "null") as Kept | null;
    if (kept?.person === page.person && Date.now() - kept!.at < keptMs) return kept!;
    sessionStorage.removeItem(place);
  } catch {}
  return undefined;
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(kept));
  } catch {}
}

const secret = /password|code|token|secret/i;

/** A form with secrets has no name here. This holds also if one gets a secret later. */
const withoutSecrets = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !secret.test(name) && !(value instanceof Blob)));
