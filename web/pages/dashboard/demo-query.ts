import { queryOptions } from "@tanstack/react-query";
import { ApiError, api } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { toast } from "../../ui/toast.ts";

/** The first demo of a server draws its photos, which a slow machine may not manage within one call. */
const mostCalls = 3;

/**
 * Has the demo made for whoever has nothing to look at yet, once: a failure is told, and tried again with the next visit. What was made
 * then shows by itself.
 */
export const demoQuery = queryOptions({
  queryKey: ["demo"],
  queryFn: async ({ client }) => {
    try {
      const { created } = await initDemo(mostCalls);
      await client.invalidateQueries({ queryKey: keys.dashboard });
      return created;
    } catch (error) {
      const isSignedOut = error instanceof ApiError && error.code === "not_signed_in";
      if (!isSignedOut) toast({ title: "Error", text: "Failed to initialize demo data", look: "danger" });
      throw error;
    }
  },
});

async function initDemo(calls: number): Promise<{ created: boolean }> {
  try {
    return await api("POST /api/init-demo", { body: {} });
  } catch (error) {
    if (calls === 1 || !(error instanceof ApiError && error.code === "timeout")) throw error;
    return initDemo(calls - 1);
  }
}
