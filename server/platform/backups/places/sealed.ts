import { createRequire } from "node:module";
import { Readable } from "node:stream";
import { ReadableStream, type ReadableStreamDefaultReader } from "node:stream/web";
import type * as age from "age-encryption";
import type { Place } from "./place.ts";

/** Loads the library at its first use: most servers have no key. */
const loadAge = () => createRequire(import.meta.url)("age-encryption") as typeof age;

const ending = ".age";

/**
 * The same place, but each file in it is encrypted in the age format, with `.age` at the end of its name, so that the program `age` can
 * decrypt it too. `key` is an identity of age; `get` needs the one that `put` had.
 */
export function sealedPlace(place: Place, key: string): Place {
  return {
    title: place.title,
    async put(name, source) {
      // It may fail before anybody reads it.
      source.on("error", () => {});
      try {
        const { Encrypter, identityToRecipient } = loadAge();
        const encrypter = new Encrypter();
        encrypter.addRecipient(await identityToRecipient(key));
        const sealed = await encrypter.encrypt(ReadableStream.from(source));
        await place.put(
          name + ending,
          readableOf(sealed.getReader(), source, (error) => error),
        );
      } finally {
        source.destroy();
      }
    },
    async get(name) {
      const source = await place.get(name + ending);
      if (!source) return null;
      const because = (why: string) => (cause: Error) =>
        source.errored ?? new Error(`${name} in ${place.title} cannot be decrypted: ${why}.`, { cause });
      try {
        const { Decrypter } = loadAge();
        const decrypter = new Decrypter();
        decrypter.addIdentity(key);
        const opened = await decrypter.decrypt(ReadableStream.from(source));
        return readableOf(opened.getReader(), source, because("it was changed or is cut"));
      } catch (error) {
        source.destroy();
        throw because("BACKUP_KEY is not its key, or it was changed")(error as Error);
      }
    },
    async *list(prefix) {
      for await (const { name, bytes } of place.list(prefix)) {
        const plain = name.endsWith(ending) ? name.slice(0, -ending.length) : "";
        if (plain !== "" && plain.startsWith(prefix)) yield { name: plain, bytes };
      }
    },
    remove: (name) => place.remove(name + ending),
    answers: () => place.answers(),
  };
}

/**
 * A stream of Node's from a web stream that reads `source`, and closes it. Written by hand because Node's adapters take a source that is
 * closed for an empty one, and have no place to name an error.
 */
const readableOf = (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  source: Readable,
  named: (error: Error) => Error,
): Readable =>
  new Readable({
    read() {
      reader.read().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(named(error)),
      );
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });

/** A new key for `sealedPlace`: an identity of age, `AGE-SECRET-KEY-1…`. */
export const newBackupKey = (): Promise<string> => loadAge().generateIdentity();

/** Undefined if the value is no identity of age. Finds every typing error. */
export function parseBackupKey(value: string): string | undefined {
  const { Decrypter } = loadAge();
  try {
    new Decrypter().addIdentity(value);
    return value;
  } catch {
    return undefined;
  }
}
