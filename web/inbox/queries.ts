import { infiniteQueryOptions } from "@tanstack/react-query";
import { firstPage } from "../core/api.ts";
import { callQuery, pagedQuery } from "../core/call-query.ts";
import { keys } from "../core/keys.ts";
import { hereZone } from "../core/zone.ts";

/** The entries of the inbox in pages, the latest first. The server gathers them by the days of this browser's zone. */
export const entriesQuery = () => {
  const input = { query: { zone: hereZone() } };
  return infiniteQueryOptions({
    ...pagedQuery([...keys.inbox, "entries"], "GET /api/inbox", input),
    initialData: () => {
      const page = firstPage("GET /api/inbox", input);
      return page && { pages: [page], pageParams: [""] };
    },
  });
};

export const settingsQuery = callQuery([...keys.inbox, "settings"], "GET /api/inbox/settings");
