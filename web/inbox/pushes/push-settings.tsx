import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { api, unlessGone } from "../../core/api.ts";
import { formatDay } from "../../core/calendar.ts";
import { LoadFailed } from "../../core/load-failed.tsx";
import { keptDevice } from "../../core/device/push-device.ts";
import { type Support, pushSupport } from "../../core/device/push-support.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { useMe } from "../../core/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxField } from "../../ui/inputs.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { HomeScreenHelp } from "./home-screen-help.tsx";
import { pushesQuery } from "./queries.ts";
import { turnOff } from "./turn.ts";
import { useTurnOn } from "./use-turn-on.ts";

type PushDevice = Answer<Calls["GET /api/push"]>["devices"][number];

/** The switch for pushes on this device, all devices of the viewer, and whether pushes name people. */
export function PushSettings() {
  const query = useQuery(pushesQuery);
  const { data: pushes } = query;
  if (!pushes)
    return query.isError ? (
      <LoadFailed of={query} title="Your devices did not load" />
    ) : (
      <Loading label="Loading your devices..." className="grid gap-3" each="h-12" count={2} />
    );
  return (
    <div className="grid gap-3">
      <ThisDevice devices={pushes.devices} />
      {pushes.devices.length > 0 && <DiscreetSwitch discreet={pushes.discreet} />}
      {pushes.devices.length > 0 && <Devices devices={pushes.devices} />}
    </div>
  );
}

/** What stands in place of the switch where pushes do not work. */
const obstacles: Readonly<Record<Exclude<Support, "ready" | "home-screen">, string>> = {
  denied:
    "Your browser blocks notifications from this page. Allow them first: press the sign beside the address, or open the settings of the app in your system, and look for Notifications.",
  none: "This browser has no push. Another one on this device may have it.",
};

function ThisDevice({ devices }: { devices: readonly PushDevice[] }) {
  const client = useQueryClient();
  const me = useMe();
  const [support, setSupport] = useState(pushSupport);
  // What the person has just chosen, until it is done.
  const [wanted, setWanted] = useState<boolean>();
  const turnOnHere = useTurnOn();
  if (support === "home-screen") return <HomeScreenHelp />;
  if (support !== "ready") return <p className="text-sm text-soft">{obstacles[support]}</p>;
  const turn = async (isOn: boolean) => {
    // The switch keeps the focus, so it is not disabled meanwhile.
    if (wanted !== undefined) return;
    setWanted(isOn);
    if (isOn) await turnOnHere();
    else
      await turnOff(client).catch((error: unknown) =>
        tellProblem(error, "Push is not off everywhere", "The server does not know yet. Check your connection."),
      );
    setWanted(undefined);
    setSupport(pushSupport());
  };
  return (
    <CheckboxField
      label="Push on this device"
      hint="It tells you what needs you or was meant for you, also while Swellmates is closed."
      checked={wanted ?? isThis(devices, me.id)}
      onChange={({ target }) => void turn(target.checked)}
    />
  );
}

function isThis(devices: readonly PushDevice[], person: string): boolean {
  const kept = keptDevice();
  return kept?.person === person && devices.some(({ id }) => id === kept.id);
}

function DiscreetSwitch({ discreet }: { discreet: boolean }) {
  const client = useQueryClient();
  // What the person has just chosen, until it is saved.
  const [wanted, setWanted] = useState<boolean>();
  const save = async (to: boolean) => {
    if (wanted !== undefined) return;
    setWanted(to);
    try {
      client.setQueryData(pushesQuery.queryKey, await api("PUT /api/push/discreet", { body: { discreet: to } }));
    } catch (error) {
      tellProblem(error, "Not Saved", "Your choice did not arrive. Check your connection and try again.");
    }
    setWanted(undefined);
  };
  return (
    <CheckboxField
      label="Discreet"
      hint="A push says that something happened, and names no person, trip or squad."
      checked={wanted ?? discreet}
      onChange={({ target }) => void save(target.checked)}
    />
  );
}

const Devices = ({ devices }: { devices: readonly PushDevice[] }) => (
  <ul aria-label="Your devices with push" className="border-b border-line">
    {devices.map((device) => (
      <DeviceLine key={device.id} device={device} isHere={keptDevice()?.id === device.id} />
    ))}
  </ul>
);

function DeviceLine({ device: { id, name, addedAt }, isHere }: { device: PushDevice; isHere: boolean }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (isHere) return turnOff(client);
      await api("DELETE /api/push/devices/:id", { params: { id } }).catch(unlessGone);
      await client.invalidateQueries(pushesQuery);
    },
    onError: (error) => tellProblem(error, "Not Removed", "Check your connection and try again."),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2">
      <span className="grid">
        <span className="font-semibold">{name}</span>
        <span className="text-sm text-soft">
          {isHere ? "This device, since" : "Since"} {formatDay(addedAt)}
        </span>
      </span>
      <Button size="sm" aria-label={`Remove ${name}`} busy={isPending && "Removing..."} onClick={() => mutate()}>
        Remove
      </Button>
    </li>
  );
}
