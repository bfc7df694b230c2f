import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, sentenceOf } from "../../core/api.ts";
import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { keys } from "../../core/keys.ts";
import { toast } from "../../ui/toast.ts";

/** Asks the server for a newcomer's example trip, and tells them to wait until it is there. */
export function DemoComing() {
  const { error, isFetching, refetch } = useQuery(demoQuery);
  if (error && !isFetching)
    return (
      <ErrorState
        art={<SceneSticker src={scenes.lighthouse} />}
        title="Failed to initialize demo data"
        text={sentenceOf(error)}
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      />
    );
  return (
    <div className="flex flex-wrap items-center gap-6 rounded-card border border-line bg-card p-6">
      <SceneSticker src={scenes.boards} />
      <output className="grid min-w-0 flex-1 basis-56 gap-1">
        <span className="title text-2xl">Waxing the boards...</span>
        <span className="text-soft">We are packing an example trip for you to look around in.</span>
      </output>
    </div>
  );
}

/**
 * Asks the server for the demo of a person without a trip, and then refreshes the dashboard. The next visit repeats a failed call.
 */
const demoQuery = queryOptions({
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
