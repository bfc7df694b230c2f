import type { ReadOnly } from "#contract/admin.ts";
import { createStore } from "../ui/store.ts";

/** What this page knows of a site that is read-only. Null while the site takes changes, as far as the page knows. */
export const readOnly = createStore<ReadOnly | null>(null);
