import { createStore } from "../ui/store.ts";

/** Whether the server has said that the session of this page is over. The next answer that only members get takes it back. */
export const sessionOver = createStore(false);
