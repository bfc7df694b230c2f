// Decision 120: who gets a digest by mail, and when.
import { hourMs } from "../../platform/durations.ts";
import { firstId } from "../../platform/db/id.ts";
import type { Queue } from "../../platform/jobs/jobs.ts";
import { nameInLetter } from "../../platform/mail/name-in-letter.ts";
import type { Ground } from "../../schema/ground.ts";
import { gather, toldKinds } from "../inbox.ts";
import { type HeardRow, inboxStore } from "../store.ts";
import { digestLetter } from "./letter.ts";
import { isQuiet } from "./quiet.ts";
import { type Reader, digestStore, takeDigest } from "./store.ts";

const digestQueue: Queue<object> = { name: "digests", batch: 1, loops: 1, retries: 3, retrySeconds: 60 };

/** How many people one statement reads. */
const pageSize = 200;
const maxRows = 1000;
const maxSentences = 100;

type Parts = Pick<Ground, "database" | "jobs" | "mail" | "noMail" | "config" | "log">;

/** Sends each person once a day at most what waits for them, if the site says where its links lead. */
export function openDigests({ database, jobs, mail, noMail, config, log }: Parts): { start(): void } {
  const inbox = inboxStore(database, toldKinds);
  const store = digestStore(database);
  /** An address that ends its digests still gets invitations. */
  const keyOf = ({ emailKey }: Reader) => `digest ${emailKey}`;

  /** Returns the sentences about what happened after the last visit, that the person has not seen and wants by mail. */
  async function waitingFor(reader: Reader): Promise<string[]> {
    const rows = await inbox.heard(reader.id, { unseen: true, after: reader.lastHere, limit: maxRows });
    // Seats and people without a confirmed address cause no mail by a mention.
    const mailable = rows.filter(({ kind, mayBeMailed }) => kind !== "mentioned" || mayBeMailed);
    const { entries } = gather(mailable.map(forLetter), reader.quiet?.timeZone ?? "UTC", maxSentences);
    return entries.filter(({ isNew, topic }) => isNew && !reader.noMail.includes(topic)).map(({ text }) => text);
  }

  mail.kind("digest", async (id) => {
    const origin = config.publicUrl;
    const reader = await store.find(id);
    if (!reader || !origin || (await noMail.among([keyOf(reader)])).size > 0) return null;
    const sentences = await waitingFor(reader);
    if (sentences.length === 0) return null;
    return digestLetter(reader, sentences, { origin, noMail: await noMail.linkFor(origin, keyOf(reader)) });
  });

  async function sendTo(reader: Reader): Promise<void> {
    if (isQuiet(reader.quiet, new Date())) return;
    const isOff = (await noMail.among([keyOf(reader)])).size > 0;
    const waits = !isOff && (await waitingFor(reader)).length > 0;
    await database.transact(async (tx) => {
      if ((await takeDigest(tx, reader.id)) && waits) await mail.post(tx, "digest", [reader.id]);
    });
  }

  jobs.handle(digestQueue, async () => {
    for (let after: string | undefined = firstId; after !== undefined;) {
      const readers: readonly Reader[] = await store.due(after, pageSize);
      for (const reader of readers)
        await sendTo(reader).catch((err: unknown) => log.error({ err }, "A digest could not be posted"));
      after = readers.length === pageSize ? readers.at(-1)!.id : undefined;
    }
    mail.wake();
    return new Map();
  });
  return {
    start: () =>
      config.publicUrl !== undefined &&
      jobs.every(digestQueue.name, hourMs, () => jobs.sendNow(digestQueue, [{}], hourMs / 1000)),
  };
}

/** Names that others chose, as letters show them. */
const forLetter = (row: HeardRow): HeardRow => ({
  ...row,
  place: nameInLetter(row.place, row.tripId ? "a trip" : "a squad"),
  award: row.award && nameInLetter(row.award, "an award"),
  address: row.address && nameInLetter(row.address, "an address"),
  actor: row.actor && { ...row.actor, firstName: nameInLetter(row.actor.firstName, "Somebody") },
});
