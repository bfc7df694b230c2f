import type { ReactNode } from "react";
import { Globe, Lock } from "lucide-react";
import { headSizes } from "#contract/cover-sizes.ts";
import type { Squad } from "#contract/squads.ts";
import { ownDescription } from "#contract/squad-description.ts";
import type { SquadOverview } from "../core/queries.ts";
import type { SquadOpening } from "../core/link.tsx";
import { useOpening } from "../core/use-opening.ts";
import { CrewColors } from "../ui/face-colors.tsx";
import { InBrowser } from "../ui/in-browser.tsx";
import { near, useNear } from "../ui/near.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import { SquadActions } from "./squad-actions.tsx";
import { SquadCrew } from "./squad-crew.tsx";
import { SquadTrips } from "./squad-trips.tsx";
import { adventuresOf, membersOf } from "./squad-words.ts";
import { Cover } from "../scenes/cover.tsx";
import { Chip } from "../ui/chip.tsx";

const EditSquadDialog = onDemand(async () => (await import("./edit-squad-dialog.tsx")).EditSquadDialog);
const InviteDialog = onDemand(async () => (await import("./invitations/invite-dialog.tsx")).InviteDialog);
const TripDialog = onDemand(async () => (await import("../trips/trip-dialog.tsx")).TripDialog);
const SpaceBar = near(async () => (await import("../media/space-bar.tsx")).SpaceBar);
const Gallery = near(
  async () => (await import("../media/gallery/gallery.tsx")).Gallery,
  <Loading label="Loading photos..." each="h-64" />,
);

const openings = ["edit", "invite", "trip"] as const satisfies readonly SquadOpening[];

/** The content of a loaded squad page, with its dialogs. */
export function SquadView({ overview, trophies }: { overview: SquadOverview; trophies: ReactNode }) {
  const { squad, members, trips } = overview;
  const [open, setOpen] = useOpening(openings);
  // A phone shows the cover, the buttons and the trips first.
  const [below, isNear] = useNear<HTMLDivElement>();
  const isMember = squad.role !== null;
  const isAdmin = squad.role === "admin";
  const words = ownDescription(squad);
  const openTrip = isMember ? { onPress: () => setOpen("trip"), hint: TripDialog.hint } : undefined;
  const dialog = (name: typeof open, allowed: boolean) => ({
    open: allowed && open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : undefined),
  });
  return (
    <CrewColors crew={members}>
      <SquadCover squad={squad} />
      <InBrowser>
        <div className="mx-auto grid max-w-7xl grid-cols-1 gap-12 px-4 py-8 sm:px-8">
          <div className="grid gap-6">
            {words !== "" && <p className="max-w-2xl text-lg wrap-anywhere whitespace-pre-line">{words}</p>}
            <SquadActions
              overview={overview}
              hints={{ edit: EditSquadDialog.hint, invite: InviteDialog.hint, trip: TripDialog.hint }}
              onOpen={setOpen}
            />
            {overview.space && (
              // Keeps the bar's place until its code is there.
              <div className="min-h-10">
                <SpaceBar label="Photo space" space={overview.space} />
              </div>
            )}
          </div>
          <SquadTrips
            squadId={squad.id}
            trips={trips}
            next={overview.nextTrips}
            rights={{ isMember, mayInvite: isMember && !squad.isDemo }}
            newTrip={openTrip}
          />
          {isNear ? (
            <>
              <SquadCrew squad={squad} members={members} expected={overview.expected} />
              <section id="gallery" aria-label="Gallery">
                <Gallery
                  scope={{ squadId: squad.id }}
                  news={overview.news}
                  mayUpload={isMember}
                  mayModerate={isAdmin}
                />
              </section>
              {trips.some(({ categoryCount }) => categoryCount > 0) && trophies}
            </>
          ) : (
            <div ref={below} className="min-h-dvh" />
          )}
        </div>
      </InBrowser>
      <EditSquadDialog squad={squad} {...dialog("edit", isMember)} />
      <InviteDialog squadId={squad.id} {...dialog("invite", isMember && !squad.isDemo)} />
      <TripDialog squadId={squad.id} {...dialog("trip", isMember)} />
    </CrewColors>
  );
}

/** The head of a squad page: its cover, edge to edge, with name and counts. On narrow screens the text is below the cover. */
const SquadCover = ({ squad }: { squad: Squad }) => (
  <header className="edge-b relative md:grid md:min-h-96 md:content-end md:overflow-hidden">
    <div data-head className="h-56 max-md:border-b-[1.5px] max-md:border-edge sm:h-72 md:absolute md:inset-0 md:h-full">
      <Cover of={squad} size="large" sizes={headSizes} eager className="size-full" />
    </div>
    <div className="relative mx-auto w-full max-w-7xl px-4 sm:px-8">
      <div className="grid justify-items-start gap-2 pt-5 pb-6 md:shaded md:pb-8 md:text-on-photo">
        <Chip>
          {squad.isPublic ? <Globe aria-hidden="true" size={14} /> : <Lock aria-hidden="true" size={14} />}
          {squad.isDemo ? "Your example squad" : squad.isPublic ? "Public squad" : "Private squad"}
        </Chip>
        <h1 className="poster max-w-full text-5xl wrap-anywhere sm:text-7xl">{squad.name}</h1>
        <p className="steady text-lg font-semibold">
          {membersOf(squad)} · {adventuresOf(squad)}
        </p>
      </div>
    </div>
  </header>
);
