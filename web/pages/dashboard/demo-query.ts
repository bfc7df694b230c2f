import { queryOptions } from "@tanstack/react-query";
import { api } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { toast } from "../../ui/toast.ts";

/**
 * Asks the server for the demo of a person without a squad or trip, and then refreshes the dashboard. The next visit
 * repeats a failed call.
 */
export const demoQuery = queryOptions({
  queryKey: ["demo"],
  queryFn: async ({ client }) => {
    try {
      const { created } = await api("POST /api/init-demo", { body: {} });
      await client.invalidateQueries({ queryKey: keys.dashboard });
      return created;
    } catch (error) {
      toast({ title: "Error", text: "Failed to initialize demo data", look: "danger" });
      throw error;
    }
  },
});
