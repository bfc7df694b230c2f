import { queryOptions } from "@tanstack/react-query";
import { sharedFilesOf } from "../../core/device/shared-files.ts";

/** What another app shared for this person. A browser that blocks storage has nothing. */
export const sharedQuery = (person: string) =>
  queryOptions({
    queryKey: ["shared", person],
    queryFn: () => sharedFilesOf(person).catch(() => []),
    staleTime: 0,
    gcTime: 0,
    // Two answers about the same files are two lists of files.
    structuralSharing: false,
  });
