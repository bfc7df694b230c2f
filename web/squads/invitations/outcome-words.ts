import type { Invited } from "#contract/invitations.ts";

const maxNames = 4;

/** The result of invitations in sentences: who was mailed, who is a member already, who was not reached and why. */
export function outcomeWords({ sent, alreadyMembers, failed }: Invited): string {
  const reasons = new Set(failed.map(({ reason }) => reason));
  return [
    ...(sent.length > 0 ? [`Mailed to ${names(sent)}.`] : []),
    ...(alreadyMembers.length > 0
      ? [`${alreadyMembers.length === 1 ? "Already a member" : "Already members"}: ${names(alreadyMembers)}.`]
      : []),
    ...[...reasons].map((reason) => {
      const those = failed.filter((one) => one.reason === reason);
      return `Not sent to ${names(those.map(({ email }) => email))}: ${reason}`;
    }),
  ].join(" ");
}

function names(all: readonly string[]): string {
  const more = all.length - maxNames;
  if (more > 1) return `${all.slice(0, maxNames).join(", ")} and ${more} more`;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
