import { plural } from "#contract/locale.ts";
import { type Letter, greeting, letterOf } from "../../../platform/mail/letter.ts";
import { momentOf } from "../../../platform/mail/moment.ts";
import { nameInLetter, quotedInLetter } from "../../../platform/mail/name-in-letter.ts";
import { calendarOf } from "../calendar.ts";
import type { Announcement } from "./store.ts";

/** The mail that tells one of the crew when Awards Night is, or that there is none, with the evening as a calendar file. */
export function announcementLetter(announcement: Announcement, noMail: string | undefined): Letter {
  const { to, firstName, tripId, origin, news, startsAt, timeZone, awardsLeft } = announcement;
  const trip = quotedInLetter(announcement.trip, "a trip");
  const page = `${origin}/trips/${tripId}/night`;
  const isOff = timeZone === null;
  const moment = isOff ? "" : momentOf(startsAt, timeZone);
  const title = isOff
    ? `Awards Night of ${trip} is called off`
    : news === "moved"
      ? `Awards Night of ${trip} has another time`
      : `Awards Night of ${trip} is planned`;
  return {
    to,
    subject: title,
    isSameEachTry: true,
    calendar: calendarOf({ id: tripId, name: nameInLetter(announcement.trip, "a trip") }, startsAt, page, isOff),
    ...letterOf({
      title,
      paragraphs: isOff
        ? [`${greeting(firstName)}, there will be no Awards Night. The results open when everyone has voted.`]
        : [
            `${greeting(firstName)}, the winners come out one by one, on every screen at once:`,
            { list: [moment] },
            `Voting closes then. ${leftWords(awardsLeft)}`,
          ],
      button: {
        label: isOff ? "Vote on Awards" : "See Awards Night",
        url: isOff ? `${origin}/trips/${tripId}/awards` : page,
      },
      footnote: `You get this because you are on the crew of ${trip}. A night is announced twice a day at most.`,
      ...(noMail !== undefined && { noMail }),
    }),
  };
}

const leftWords = (awards: number): string =>
  awards === 0
    ? "You have voted. Until then you can change your votes."
    : plural(awards, {
        one: "Until then one award waits for your vote.",
        other: `Until then ${awards} awards wait for your vote.`,
      });
