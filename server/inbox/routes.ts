import { z } from "zod";
import { maxUnseen } from "#contract/inbox.ts";
import { memberOf } from "../access/rights.ts";
import { rightsStore } from "../access/rights-store.ts";
import { cursorOf, nextPage, readCursor } from "../platform/http/cursor.ts";
import type { Serve } from "../platform/http/serve.ts";
import type { Ground } from "../schema/ground.ts";
import { gather, toldKinds } from "./inbox.ts";
import { settingsStore } from "./settings-store.ts";
import { inboxStore } from "./store.ts";

/** How many rows one page reads at most: a batch of photos has a row for each. */
const maxRows = 1000;

const Cursor = z.tuple([z.number().int(), z.uuid()]);

interface Parts extends Pick<Ground, "database" | "activity"> {
  /** Has a person's browsers take back the pushes that they show. */
  readonly takeBack: (person: string) => Promise<void>;
}

/** Mounts the inbox of the viewer, and what they want to hear of. */
export function inboxRoutes(serve: Serve, { database, activity, takeBack }: Parts): void {
  const store = inboxStore(database, toldKinds);
  const settings = settingsStore(database);
  const rights = rightsStore(database);
  /** Tells the person's other devices. */
  const changed = (person: string) => activity.tell("inbox_changed", { person });

  serve.call("GET /api/inbox", async ({ viewer, query, request, reply }) => {
    const before = readCursor(query.cursor, Cursor);
    const rows = await store.heard(viewer.id, {
      before: before && { at: new Date(before[0]), id: before[1] },
      limit: maxRows,
    });
    const { entries, last, isCut } = gather(rows, query.zone ?? "UTC", query.limit);
    const goesOn = last && (isCut || rows.length === maxRows);
    nextPage(request, reply, goesOn ? cursorOf([last.at.getTime(), last.id]) : null);
    return entries;
  });

  serve.call("GET /api/inbox/count", async ({ viewer }) => {
    const rows = await store.heard(viewer.id, { unseen: true, limit: maxRows });
    const { entries } = gather(rows, "UTC", maxUnseen);
    return { count: entries.filter(({ isNew }) => isNew).length };
  });

  serve.call("PUT /api/inbox/seen", async ({ viewer, body }) => {
    await settings.markSeen(viewer.id, new Date(body.until));
    await takeBack(viewer.id);
    changed(viewer.id);
    return undefined;
  });

  serve.call("GET /api/inbox/settings", ({ viewer }) => settings.find(viewer.id));

  serve.call("PUT /api/inbox/settings", async ({ viewer, body }) => {
    await settings.set(viewer.id, body);
    changed(viewer.id);
    return settings.find(viewer.id);
  });

  serve.call("PUT /api/inbox/squads/:id", async ({ viewer, params, body }) => {
    const { squadId } = await memberOf(rights, viewer.id, params.id);
    await settings.setSquad(viewer.id, squadId, body);
    changed(viewer.id);
    return settings.find(viewer.id);
  });
}
