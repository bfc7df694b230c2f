import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { watchCount } from "./watch-count.ts";

/** Asks how many entries are new: at first, and again when a hint says that something happened. Mount it once. */
export function InboxWatch() {
  const client = useQueryClient();
  useEffect(() => watchCount(client), [client]);
  return null;
}
