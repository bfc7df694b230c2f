import type { Database } from "../db/connect.ts";
import { originOf } from "../http/same-site.ts";
import type { Serve } from "../http/serve.ts";
import type { Mail } from "../mail/mail.ts";
import { memberOf } from "../squads/membership.ts";
import { demandReal, newInviteCode } from "../squads/squads.ts";
import { squadTies } from "../squads/ties-store.ts";
import { inviterOf, organizerOf } from "../trips/access.ts";
import { tripTies } from "../trips/ties-store.ts";
import { type Asking, type Place, hashOf, invite } from "./invitations.ts";
import { invitationLetter } from "./letters.ts";
import { reminderStore, reminderWrites } from "./reminder-store.ts";
import { reminderLetter, remindVoters } from "./reminders.ts";
import { invitationStore, invitationWrites } from "./store.ts";

interface Parts {
  readonly database: Database;
  readonly mail: Mail;
  readonly publicUrl: string | undefined;
  readonly rateLimits: boolean;
}

/** The rules count mails; this spares the counting when someone only hammers. */
const mails = { limit: { max: 60, perMinutes: 1 } };

export function invitationRoutes(serve: Serve, { database, mail, publicUrl, rateLimits }: Parts): void {
  const squads = squadTies(database);
  const trips = tripTies(database);
  const store = invitationStore(database);
  const reminders = reminderStore(database);

  mail.kind("invitation", async (id) => {
    const invitation = await store.findOpen(id);
    if (!invitation) return null;
    const code = newInviteCode();
    await store.setCode(id, hashOf(code));
    return invitationLetter(invitation, code);
  });
  mail.kind("vote-reminder", async (id) => {
    const reminder = await reminders.find(id);
    return reminder && reminderLetter(reminder);
  });

  const send = async (place: Place, asking: Omit<Asking, "rateLimits">) => {
    const answer = await database.transact(async (tx) => {
      const { answer, ids } = await invite(invitationWrites(tx), place, { ...asking, rateLimits });
      await mail.post(tx, "invitation", ids);
      return answer;
    });
    mail.wake();
    return answer;
  };
  const origin = (request: Parameters<typeof originOf>[0]) => publicUrl ?? originOf(request);

  serve.call(
    "POST /api/squad-invites",
    async ({ viewer, body: { squadId, emails, message }, request }) => {
      const squad = await memberOf(squads, viewer.id, squadId);
      demandReal(squad);
      return send({ squad }, { emails, message, origin: origin(request) });
    },
    mails,
  );

  serve.call(
    "POST /api/invites",
    async ({ viewer, body: { tripId, emails, message }, request }) => {
      const trip = await inviterOf(trips, viewer.id, tripId);
      const tie = trip.squadId && (await squads.findTie(viewer.id, trip.squadId));
      if (tie) demandReal(tie);
      return send({ trip }, { emails, message, origin: origin(request) });
    },
    mails,
  );

  serve.call(
    "POST /api/trips/:id/vote-reminders",
    async ({ viewer, params, request }) => {
      const trip = await organizerOf(trips, viewer.id, params.id);
      const answer = await database.transact(async (tx) => {
        const { answer, ids } = await remindVoters(reminderWrites(tx), trip, origin(request));
        await mail.post(tx, "vote-reminder", ids);
        return answer;
      });
      mail.wake();
      return answer;
    },
    mails,
  );
}
