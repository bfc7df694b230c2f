import type { FastifyRequest } from "fastify";
import type { Config } from "../../platform/config/config.ts";
import type { Database } from "../../schema/database.ts";
import { siteOf } from "../../platform/http/same-site.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { Activity } from "../../schema/activity.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { NoMail } from "../../platform/mail/no-mail.ts";
import { logSecurity } from "../../platform/http/security-log.ts";
import { hashInviteCode, newInviteCode } from "../../platform/secrets/invite-code.ts";
import { demandReal, inviterOf, memberOf, organizerOf } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import { mailSender } from "../../access/mail-sender.ts";
import { type InviteRequest, type InviteTarget, invite } from "./invitations.ts";
import { invitationLetter } from "./letters.ts";
import { reminderStore, reminderWrites } from "./reminder-store.ts";
import { reminderLetter, remindVoters } from "./reminders.ts";
import { invitationStore, invitationWrites } from "./store.ts";
import { tellUndelivered } from "./undelivered.ts";
import { undeliveredStore } from "./undelivered-store.ts";

interface Parts {
  readonly database: Database;
  readonly activity: Activity;
  readonly mail: Mail;
  readonly noMail: NoMail;
  readonly config: Pick<Config, "publicUrl" | "rateLimits">;
}

/** The rules limit mails; this spares the database when somebody repeats the call quickly. */
const mails = { limit: { max: 60, perMinutes: 1 } };

export function invitationRoutes(serve: Serve, parts: Parts): void {
  const { database, activity, mail, noMail, config } = parts;
  const { publicUrl, rateLimits } = config;
  const rights = rightsStore(database);
  const store = invitationStore(database);
  const reminders = reminderStore(database);

  const setMailState = async (id: string, state: "sent" | "unwanted") => {
    const inviter = await store.setMail(id, state);
    if (inviter !== undefined) activity.tell("mail_state_changed", { person: inviter });
  };
  const undelivered = tellUndelivered(undeliveredStore(database, activity));

  mail.kind(
    "invitation",
    async (id) => {
      const invitation = await store.findOpen(id);
      if (!invitation) return null;
      const { to, origin } = invitation;
      if ((await noMail.among([to])).has(to)) {
        await setMailState(id, "unwanted");
        return null;
      }
      const code = newInviteCode();
      await store.addCode(id, hashInviteCode(code));
      return invitationLetter(invitation, code, await noMail.linkFor(origin, to));
    },
    { delivered: (id) => setMailState(id, "sent"), undelivered },
  );
  mail.kind(
    "vote-reminder",
    async (id) => {
      const reminder = await reminders.find(id);
      if (!reminder || (await noMail.among([reminder.toKey])).has(reminder.toKey)) return null;
      return reminderLetter(reminder, await noMail.linkFor(reminder.origin, reminder.toKey));
    },
    { undelivered },
  );

  const origin = (request: FastifyRequest) => siteOf(request, publicUrl);
  const send = async (
    target: InviteTarget,
    request: FastifyRequest,
    { emails, message }: Pick<InviteRequest, "emails" | "message">,
  ) => {
    const { answer, isShareUsed } = await database.transact(async (tx) => {
      const { answer, cleared, ids } = await invite(invitationWrites(tx), target, {
        emails,
        message,
        origin: origin(request),
        rateLimits,
        noMail,
        senderOf: (userId) => mailSender(tx, userId, "invitation", { isLimited: rateLimits }),
      });
      await mail.postOf(tx, cleared, ids);
      return { answer, isShareUsed: cleared.isShareUsed };
    });
    if (isShareUsed) logSecurity(request, "invitations_used_up");
    mail.wake();
    return answer;
  };

  serve.call(
    "POST /api/squad-invites",
    async ({ viewer, body: { squadId, emails, message }, request }) => {
      const squad = await memberOf(rights, viewer.id, squadId);
      demandReal(squad);
      return send({ squad }, request, { emails, message });
    },
    mails,
  );

  serve.call(
    "POST /api/invites",
    async ({ viewer, body: { tripId, emails, message }, request }) => {
      const trip = await inviterOf(rights, viewer.id, tripId);
      demandReal(trip);
      return send({ trip }, request, { emails, message });
    },
    mails,
  );

  serve.call("GET /api/invitations", ({ viewer, query }) => store.sentBy(viewer.id, query.place));

  serve.call(
    "POST /api/trips/:id/vote-reminders",
    async ({ viewer, params, request }) => {
      const trip = await organizerOf(rights, viewer.id, params.id);
      // The people of a demo are invented.
      if (trip.isDemo) return { reminded: 0, alreadyReminded: 0, unwanted: 0 };
      const answer = await database.transact(async (tx) => {
        const { answer, cleared, ids } = await remindVoters(reminderWrites(tx), trip, {
          origin: origin(request),
          rateLimits,
          noMail,
          senderOf: (userId) => mailSender(tx, userId, "vote-reminder", { isLimited: rateLimits }),
        });
        await mail.postOf(tx, cleared, ids);
        return answer;
      });
      mail.wake();
      return answer;
    },
    mails,
  );
}
