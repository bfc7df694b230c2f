import { listed, plural } from "#contract/locale.ts";
import { ButtonLink, TextLink } from "../../core/link.tsx";
import { type Path, paths } from "../../core/paths.ts";
import { Button } from "../../ui/button.tsx";
import type { Account } from "../people/queries.ts";

/** Says what is deleted with the account, with the squads and trips that have no other member. */
export function WhatGoes({ ending: { squads, trips } }: Pick<Account, "ending">) {
  const names = (things: readonly { readonly name: string }[]) => listed(things.map(({ name }) => name));
  return (
    <div className="grid gap-3">
      <p>
        Your profile and its photo, your votes in open awards, your likes and your place in every squad and trip go.
        Decided awards keep their results, without your name.
      </p>
      {squads.length > 0 && (
        <p className="font-semibold wrap-anywhere">
          {plural(squads.length, {
            one: `You are the last member of ${names(squads)}: deleted with you, with all trips, photos and awards in it.`,
            other: `You are the last member of ${names(squads)}: deleted with you, with all trips, photos and awards in them.`,
          })}
        </p>
      )}
      {trips.length > 0 && (
        <p className="font-semibold wrap-anywhere">
          You are the last of the crew of {names(trips)}: deleted with you, with all photos and awards.
        </p>
      )}
    </div>
  );
}

/** Lists the squads that need another admin before the account can be deleted. */
export const HandOverFirst = ({ squads, onDone }: { squads: Account["handOver"]; onDone: () => void }) => (
  <div className="grid gap-4">
    <p>You are the only admin of these squads. Please make someone else admin before you delete your account.</p>
    <ul className="grid gap-2">
      {squads.map(({ id, name }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
          <TextLink to={paths.squad(id)} className="inline-flex min-h-11 min-w-0 items-center wrap-anywhere">
            {name}
          </TextLink>
          <ButtonLink to={crewOf(id)} size="sm">
            Make Somebody Admin
          </ButtonLink>
        </li>
      ))}
    </ul>
    <div className="flex justify-end">
      <Button look="quiet" onClick={onDone}>
        Close
      </Button>
    </div>
  </div>
);

/** The people on a squad's page, where admins change roles. It stands here because `paths` loads with the landing page. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an anchor keeps the path
const crewOf = (squadId: string) => `${paths.squad(squadId)}#crew` as Path;
