import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type PackKey, packKeys, packNames } from "#contract/award-packs.ts";
import { plural } from "#contract/locale.ts";
import { api } from "../../core/api.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { refreshAwards } from "../queries.ts";

/** Buttons that add many awards to a trip with one tap: a pack, or those of the squad's last trip. */
export function AwardPacks({ tripId }: { tripId: string }) {
  const client = useQueryClient();
  const adding = useMutation({
    mutationFn: async (from: PackKey | "last-trip") => {
      const params = { id: tripId };
      const { added } = await (from === "last-trip"
        ? api("POST /api/trips/:id/last-awards", { params, body: {} })
        : api("POST /api/trips/:id/award-packs", { params, body: { pack: from } }));
      return { added, from };
    },
    onSuccess: ({ added, from }) => toast({ title: wordsOf(added, from) }),
    onError: (error) => tellProblem(error, "No awards were added", "Please try again."),
    onSettled: () => refreshAwards(client, tripId),
  });
  const busy = (from: PackKey | "last-trip") => adding.isPending && adding.variables === from && "Adding...";
  return (
    <section aria-labelledby="award-packs" className="grid gap-3 border-t border-line pt-6 md:col-span-2">
      <h3 id="award-packs" className="title text-xl">
        Add a Pack
      </h3>
      <p className="text-sm text-soft">Ten awards with one tap. What this trip has already stays as it is.</p>
      <div className="flex flex-wrap gap-2">
        {packKeys.map((pack) => (
          <Button
            key={pack}
            size="sm"
            disabled={adding.isPending}
            busy={busy(pack)}
            onClick={() => adding.mutate(pack)}
          >
            {packNames[pack]}
          </Button>
        ))}
        <Button
          size="sm"
          look="quiet"
          disabled={adding.isPending}
          busy={busy("last-trip")}
          onClick={() => adding.mutate("last-trip")}
        >
          From Our Last Trip
        </Button>
      </div>
    </section>
  );
}

function wordsOf(added: number, from: PackKey | "last-trip"): string {
  if (from === "last-trip")
    return added === 0
      ? "Every award from your last trip is here already"
      : plural(added, {
          one: `${added} award added from your last trip`,
          other: `${added} awards added from your last trip`,
        });
  const pack = packNames[from];
  return added === 0
    ? `Every award from the ${pack} pack is here already`
    : plural(added, {
        one: `${added} award added from the ${pack} pack`,
        other: `${added} awards added from the ${pack} pack`,
      });
}
