import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type PackKey, packKeys, packNames, packSamples } from "#contract/award-packs.ts";
import { plural } from "#contract/locale.ts";
import type { ListedTrip } from "#contract/trips.ts";
import { api } from "../../core/api.ts";
import { squadQuery } from "../../core/queries.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { toast } from "../../ui/toast.ts";
import { refreshAwards } from "../queries.ts";

/** What adds awards: a pack, or the squad's last trip. */
type Source = PackKey | "last-trip";

/**
 * Buttons that add many awards to a trip with one tap: those of a pack, or those of the squad's last trip. If the trip has no awards
 * (`isEmpty`), each pack is a card with three of its awards.
 */
export function AwardPacks({
  tripId,
  squadId,
  isEmpty,
}: {
  tripId: string;
  /** Null for a squadless trip. */
  squadId: string | null;
  isEmpty: boolean;
}) {
  const client = useQueryClient();
  const squad = useQuery({ ...squadQuery(squadId ?? ""), enabled: isEmpty && squadId !== null });
  const adding = useMutation({
    mutationFn: async (from: Source) => {
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
  const sources: readonly Source[] = [
    ...packKeys,
    ...(!isEmpty || hasEarlierAwards(squad.data?.trips ?? [], tripId) ? (["last-trip"] as const) : []),
  ];
  const isBusy = (from: Source) => adding.isPending && adding.variables === from;
  return (
    <section
      aria-labelledby="award-packs"
      className={cx("grid gap-3 md:col-span-2", !isEmpty && "border-t border-line pt-6")}
    >
      <h3 id="award-packs" className="title text-xl">
        Add a Pack
      </h3>
      {isEmpty ? (
        <>
          <p>No categories yet. Add some fun award categories!</p>
          <ul className="grid grid-cols-1 gap-3 min-[480px]:grid-cols-2 md:grid-cols-3">
            {sources.map((from) => (
              <li key={from}>
                <button
                  type="button"
                  disabled={adding.isPending}
                  onClick={() => adding.mutate(from)}
                  className="grid size-full content-start gap-1 rounded-card border border-line bg-card p-4 text-left hover:bg-tint disabled:cursor-not-allowed disabled:opacity-60"
                >
                  <span className="title text-xl">{nameOf(from)}</span>
                  <span className="text-sm text-soft">{isBusy(from) ? "Adding..." : samplesOf(from)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p className="text-sm text-soft">Ten awards with one tap. What this trip has already stays as it is.</p>
          <div className="flex flex-wrap gap-2">
            {sources.map((from) => (
              <Button
                key={from}
                size="sm"
                look={from === "last-trip" ? "quiet" : "plain"}
                disabled={adding.isPending}
                busy={isBusy(from) && "Adding..."}
                onClick={() => adding.mutate(from)}
              >
                {nameOf(from)}
              </Button>
            ))}
          </div>
        </>
      )}
    </section>
  );
}

const nameOf = (from: Source) => (from === "last-trip" ? "From Our Last Trip" : packNames[from]);
const samplesOf = (from: Source) =>
  from === "last-trip" ? "The awards that you know already" : packSamples[from].join(" · ");

/** Whether the squad has a trip with awards before this one, whose awards the server then copies. */
function hasEarlierAwards(trips: readonly ListedTrip[], tripId: string): boolean {
  const placeOf = ({ startDate, id }: ListedTrip) => startDate + id;
  const here = trips.find(({ id }) => id === tripId);
  return here !== undefined && trips.some((trip) => trip.categoryCount > 0 && placeOf(trip) < placeOf(here));
}

function wordsOf(added: number, from: Source): string {
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
