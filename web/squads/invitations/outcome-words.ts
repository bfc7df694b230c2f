import type { Invited } from "#contract/invitations.ts";
import { listed, plural } from "#contract/locale.ts";

const maxNames = 4;

/** The result of invitations in sentences: who was mailed, who is a member already, who was not reached and why. */
export function outcomeWords({ sent, alreadyMembers, failed }: Invited): string {
  const reasons = new Set(failed.map(({ reason }) => reason));
  return [
    ...(sent.length > 0 ? [`Mailed to ${names(sent)}.`] : []),
    ...(alreadyMembers.length > 0
      ? [
          plural(alreadyMembers.length, {
            one: `Already a member: ${names(alreadyMembers)}.`,
            other: `Already members: ${names(alreadyMembers)}.`,
          }),
        ]
      : []),
    ...[...reasons].map((reason) => {
      const those = failed.filter((one) => one.reason === reason);
      return `Not sent to ${names(those.map(({ email }) => email))}: ${reason}`;
    }),
  ].join(" ");
}

function names(all: readonly string[]): string {
  const more = all.length - maxNames;
  return listed(more > 1 ? [...all.slice(0, maxNames), `${more} more`] : all);
}
