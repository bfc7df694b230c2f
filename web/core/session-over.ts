import { createStore } from "../ui/store.ts";

/** Whether the server has said that the session of this page is over, and has answered nothing since. */
export const sessionOver = createStore(false);
