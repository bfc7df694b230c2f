import { Armchair, Bell, Ellipsis, Eraser, LogOut, Pencil, Plus, Trash2, UserMinus, UserPlus } from "lucide-react";
import { useState } from "react";
import { demoDays } from "#contract/demo-days.ts";
import { tellProblem } from "../core/tell-problem.ts";
import { Button } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { onDemand } from "../ui/on-demand.tsx";
import type { SquadActionsProps } from "./squad-actions-props.ts";
import { useJoin } from "./use-join.ts";
import { NeedsAccount } from "../accounts/seat/needs-account.tsx";
import { useMe } from "../core/viewer.ts";
import { formatDay } from "../core/calendar.ts";
import { ButtonLink, paths } from "../core/link.tsx";
import { dialogOf } from "../core/use-opening.ts";

const LeaveSquadDialog = onDemand(async () => (await import("./leave-squad-dialog.tsx")).LeaveSquadDialog);
const MuteSquadDialog = onDemand(async () => (await import("../inbox/mute-squad-dialog.tsx")).MuteSquadDialog);
const RemovedDialog = onDemand(async () => (await import("./removed-dialog.tsx")).RemovedDialog);
const DeleteSquadDialog = onDemand(async () => (await import("./delete-squad-dialog.tsx")).DeleteSquadDialog);

/** The actions of a squad. A person who is no member sees only the button to join. */
export function SquadActions(props: SquadActionsProps) {
  const { squad } = props.overview;
  if (squad.isDemo) return <DemoActions {...props} />;
  return squad.role === null ? <JoinThis id={squad.id} /> : <MemberActions {...props} />;
}

function MemberActions({ overview, hints, onOpen }: SquadActionsProps) {
  const { squad } = overview;
  const [asking, setAsking] = useState<"mute" | "leave" | "removed" | "delete">();
  const isAdmin = squad.role === "admin";
  const isAlone = squad.memberCount + overview.expected.length === 1;
  // The cards of trips have the next steps.
  const lookOf = (isNext: boolean) => (isNext && overview.trips.length === 0 ? "primary" : "plain");
  const steps = [
    <Button
      key="trip"
      look={lookOf(!isAlone)}
      icon={<Plus aria-hidden="true" size={20} />}
      onClick={() => onOpen("trip")}
      {...hints.trip}
    >
      New Trip
    </Button>,
    <Button
      key="invite"
      look={lookOf(isAlone)}
      icon={<UserPlus aria-hidden="true" size={20} />}
      onClick={() => onOpen("invite")}
      {...hints.invite}
    >
      Invite Members
    </Button>,
  ];
  return (
    <div className="flex flex-wrap gap-3">
      {isAlone ? steps.toReversed() : steps}
      <Button icon={<Pencil aria-hidden="true" size={18} />} onClick={() => onOpen("edit")} {...hints.edit}>
        Edit Squad
      </Button>
      <Menu
        label="More"
        trigger={<Ellipsis aria-hidden="true" size={22} />}
        triggerClass="edge grid size-12 place-items-center rounded-full bg-card hover:bg-tint"
        entries={[
          {
            id: "mute",
            label: "Mute This Squad Until…",
            icon: <Bell aria-hidden="true" size={18} />,
            onSelect: () => setAsking("mute"),
          },
          {
            id: "leave",
            label: "Leave Squad",
            icon: <LogOut aria-hidden="true" size={18} />,
            onSelect: () => setAsking("leave"),
          },
          ...(isAdmin
            ? [
                {
                  id: "removed",
                  label: "Removed People",
                  icon: <UserMinus aria-hidden="true" size={18} />,
                  onSelect: () => setAsking("removed"),
                },
                {
                  id: "delete",
                  label: "Delete Squad",
                  icon: <Trash2 aria-hidden="true" size={18} />,
                  onSelect: () => setAsking("delete"),
                  separated: true,
                },
              ]
            : []),
        ]}
      />
      <MuteSquadDialog squad={squad} {...dialogOf("mute", asking, setAsking)} />
      <LeaveSquadDialog overview={overview} {...dialogOf("leave", asking, setAsking)} />
      <RemovedDialog squad={squad} {...dialogOf("removed", asking, setAsking)} />
      <DeleteSquadDialog squad={squad} {...dialogOf("delete", asking, setAsking)} />
    </div>
  );
}

function JoinThis({ id }: { id: string }) {
  const { isSeat } = useMe();
  return isSeat ? <NeedsAccount text="Keep your seat, and you can join here too." /> : <JoinButton id={id} />;
}

function JoinButton({ id }: { id: string }) {
  const join = useJoin(id, { joined: "Joined Squad!" });
  const tell = (error: unknown) => tellProblem(error, "Error Joining Squad", "Failed to join squad. Please try again.");
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button
        look="primary"
        icon={<UserPlus aria-hidden="true" size={20} />}
        busy={join.isPending && "Joining..."}
        onClick={() => join.mutate(undefined, { onError: tell })}
      >
        Join Squad
      </Button>
      <p className="text-soft">You are looking around. Join to plan, upload and vote with them.</p>
    </div>
  );
}

const RemoveDemoDialog = onDemand(async () => (await import("./remove-demo-dialog.tsx")).RemoveDemoDialog);

const dayMs = 24 * 3600 * 1000;
const endOf = (createdAt: string) => new Date(Date.parse(createdAt) + demoDays * dayMs).toISOString();

/** The actions of an example squad: it takes no invitations and is removed instead of left. */
function DemoActions({ overview: { squad }, hints, onOpen }: SquadActionsProps) {
  const [removing, setRemoving] = useState(false);
  return (
    <div className="grid gap-4">
      <p className="max-w-2xl text-soft">
        Only you see this squad. Its people are invented, and nothing you try here counts anywhere. It disappears on{" "}
        {formatDay(endOf(squad.createdAt))}, unless you add a photo.
      </p>
      <div className="flex max-w-2xl items-start gap-3 rounded-card border border-line bg-card p-4">
        <Armchair aria-hidden="true" size={24} className="mt-0.5 shrink-0" />
        <p>
          <b>Friends need no account.</b> In a squad of your own, whoever has the invite link takes a seat with one
          name: they upload, vote and win awards at once, and keep the seat as an account when they like.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.createSquad} look="primary" icon={<Plus aria-hidden="true" size={20} />}>
          Create Your Squad
        </ButtonLink>
        <Button icon={<Plus aria-hidden="true" size={20} />} onClick={() => onOpen("trip")} {...hints.trip}>
          New Trip
        </Button>
        <Button icon={<Pencil aria-hidden="true" size={18} />} onClick={() => onOpen("edit")} {...hints.edit}>
          Edit Squad
        </Button>
        <Button
          icon={<Eraser aria-hidden="true" size={18} />}
          onClick={() => setRemoving(true)}
          {...RemoveDemoDialog.hint}
        >
          Remove Demo
        </Button>
      </div>
      <RemoveDemoDialog squad={squad} open={removing} onOpenChange={setRemoving} />
    </div>
  );
}
