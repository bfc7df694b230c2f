import type { App } from "../../server/app.ts";
import { imageFor } from "../../server/media/photos/register.ts";
import type { Blobs } from "../../server/platform/blobs/blobs.ts";
import type { Database } from "../../server/schema/database.ts";
import { linkIn, readOutbox } from "../stand-ins/outbox.ts";
import { seeded } from "../stand-ins/seeded.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { addCosts } from "./costs.ts";
import { type Door, openDoor } from "./door.ts";
import type { Looks } from "./looks.ts";
import { type Who, everybody, faces, password, people } from "./people.ts";
import { type PhotoParts, addImage, addShots } from "./photos.ts";
import { planShots } from "./plan.ts";
import { addTalk } from "./talk.ts";
import { type SquadName, type WorldTrip, squadAlbum, squads, trips } from "./trips.ts";

interface Parts {
  readonly app: App;
  readonly database: Database;
  readonly blobs: Blobs;
  readonly looks: Looks;
  readonly dataDir: string;
  /** The URL that people open. */
  readonly origin: string;
}

interface Building extends Parts {
  readonly photos: PhotoParts;
  readonly doors: Readonly<Record<Who, Door>>;
  readonly now: Date;
  readonly random: (below: number) => number;
}

const seed = 20_26;
const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;
/** The first mail waits for the job queue, which takes a second, or many on a busy machine. */
const mailMs = 60_000;

/**
 * Fills an empty server with people, squads, trips, photos, comments, votes and mails. Everything but files and likes comes in through the calls
 * that the web makes, so the rules of the product hold for it. Returns the doors of the people.
 */
export async function buildWorld(parts: Parts): Promise<Readonly<Record<Who, Door>>> {
  const doors = Object.fromEntries(
    everybody.map((who) => [who, openDoor(parts.app, parts.origin)]),
  ) as Building["doors"];
  const ids = {} as Record<Who, string>;
  await Promise.all(
    everybody.map(async (who) => {
      const { firstName, lastName, email } = people[who];
      const user = await doors[who].call("POST", "/api/register", { firstName, lastName, email, password });
      ids[who] = String(user["id"]);
    }),
  );
  const photos = { ...parts, idOf: (who: Who) => ids[who] };
  const building: Building = { ...parts, photos, doors, now: new Date(), random: seeded(seed) };
  await Promise.all(everybody.map((who) => fillProfile(building, who)));
  const squadIds = {} as Record<SquadName, string>;
  for (const name of Object.keys(squads) as SquadName[]) squadIds[name] = await addSquad(building, name);
  // Only confirmed people invite by mail. The letters have arrived by now.
  await confirmAddresses(building);
  for (const trip of trips) await addTrip(building, trip, trip.squad && squadIds[trip.squad]);
  await addSquadAlbum(building, squadIds[squadAlbum.squad]);
  // Lena has no seat yet: the squad's link shows how somebody takes one with a name that waits.
  await doors.ana.call("POST", `/api/squads/${squadIds.dawn}/expected`, { names: ["Lena"] });
  await doors.ana.call("POST", "/api/squad-invites", {
    squadId: squadIds.dawn,
    emails: ["noa@example.org", "pia@example.org"],
    message: "There is a free bunk and half a board. Come!",
  });
  return doors;
}

async function fillProfile({ photos, doors }: Building, who: Who): Promise<void> {
  const { bio, face } = people[who];
  const profileImageUrl = await addImage(photos, imageFor("profile"), face, who);
  await doors[who].call("PATCH", "/api/auth/user", { bio, profileImageUrl });
}

async function addSquad({ photos, doors }: Building, squad: SquadName): Promise<string> {
  const { name, description, isPublic, cover, members } = squads[squad];
  const [admin, ...others] = members;
  const made = await doors[admin].call("POST", "/api/squads", { name, description, isPublic });
  const id = String(made["id"]);
  const photoUrl = await addImage(photos, imageFor("squad"), cover, admin);
  await doors[admin].call("PUT", `/api/squads/${id}`, { name, description, isPublic, photoUrl });
  const page = await doors[admin].call("GET", `/api/squads/${id}`);
  const { inviteUrl } = page["squad"] as { inviteUrl: string };
  // Anybody may join a public squad; its link has no code.
  const invite = new URL(inviteUrl).searchParams.get("invite") ?? undefined;
  for (const who of others) await doors[who].call("POST", `/api/trips/${id}/join`, { invite });
  return id;
}

async function addTrip(building: Building, trip: WorldTrip, squadId: string | null): Promise<void> {
  const { photos, doors, now, random } = building;
  const [creator] = trip.crew;
  const [startDate, endDate] = trip.days.map((day) => new Date(now.getTime() + day * dayMs).toISOString());
  const made = await doors[creator].call("POST", "/api/trips", {
    squadId,
    name: `${trip.name} ’${startDate!.slice(2, 4)}`,
    location: trip.location,
    description: trip.description,
    startDate: `${startDate!.slice(0, 10)}T00:00:00.000Z`,
    endDate: `${endDate!.slice(0, 10)}T00:00:00.000Z`,
    photoUrl: trip.cover && (await addImage(photos, imageFor("trip"), trip.cover, creator)),
  });
  const id = String(made["id"]);
  await addCrew(building, trip, id);
  await Promise.all([vote(building, trip, id), feel(building, trip, id)]);
  // The trip that goes on shows every film.
  const films = trip.crew.length === 6 && trip.days[1] > 0 ? 3 : 1;
  if (trip.hasCosts)
    await addCosts(doors, photos.idOf, id, {
      crew: trip.crew,
      firstDay: startDate!.slice(0, 10),
      isOver: trip.days[1] < 0,
    });
  const shots = planShots({ ...trip, films }, now, random);
  if (shots.length === 0) return;
  await addShots(photos, { purpose: "gallery", tripId: id, squadId }, shots);
  await addTalk(doors, photos.idOf, id, trip.crew);
}

/**
 * The organizer sets the crew of a squad's trip. The crew of a squadless trip joins by invitations, whose codes are
 * only in mails.
 */
async function addCrew({ photos, doors, dataDir }: Building, { crew, squad }: WorldTrip, tripId: string) {
  const [creator, ...others] = crew;
  if (squad) {
    await doors[creator].call("PUT", `/api/trips/${tripId}/members`, { userIds: crew.map(photos.idOf) });
    return;
  }
  await doors[creator].call("POST", "/api/invites", { tripId, emails: others.map((who) => people[who].email) });
  for (const who of others) {
    const link = await linkTo(dataDir, who, (mail) => mail.searchParams.has("invite"));
    await doors[who].call("POST", `/api/trips/${tripId}/join`, { invite: link.searchParams.get("invite") });
  }
}

async function vote({ photos, doors }: Building, { crew, awards, hasNight, zone }: WorldTrip, tripId: string) {
  for (const [order, { votes, ...award }] of awards.entries()) {
    const made = await doors[crew[0]].call("POST", `/api/trips/${tripId}/categories`, { ...award, order });
    if (hasNight && order === 0) await planNight(doors[crew[0]], tripId, zone);
    for (const [i, nominee] of votes.entries())
      if (nominee !== "-")
        await doors[crew[i]!].call("POST", `/api/categories/${String(made["id"])}/vote`, {
          nomineeId: photos.idOf(nominee),
        });
  }
}

/** Plans an Awards Night for the next full hour but one. */
async function planNight(host: Door, tripId: string, timeZone: string): Promise<void> {
  const startsAt = new Date(Math.ceil(Date.now() / hourMs + 1) * hourMs).toJSON();
  await host.call("POST", `/api/trips/${tripId}/night`, { startsAt, timeZone });
}

async function feel({ doors }: Building, { crew }: WorldTrip, tripId: string): Promise<void> {
  for (const [i, who] of crew.entries())
    await doors[who].call("PATCH", `/api/trips/${tripId}/members/me`, {
      mood: people[who].mood,
      excitementLevel: 10 - ((i * 3) % 5),
    });
}

async function addSquadAlbum({ photos, now, random }: Building, squadId: string): Promise<void> {
  const { members } = squads[squadAlbum.squad];
  const here = trips.find(({ squad }) => squad === squadAlbum.squad)!;
  const roll = { ...here, photos: squadAlbum.photos, days: squadAlbum.days, crew: members, films: 0 };
  await addShots(photos, { purpose: "gallery", tripId: null, squadId }, planShots(roll, now, random));
}

/** The five confirm their addresses by the link in their mail, so that they may log in with the identity provider. */
async function confirmAddresses({ doors, dataDir }: Building): Promise<void> {
  for (const who of faces) {
    const link = await linkTo(dataDir, who, ({ pathname }) => pathname === "/confirm-email");
    await doors[who].call("POST", "/api/email/confirm", { token: link.searchParams.get("token") });
  }
}

/** Waits for a mail to this person whose link is the wanted one. */
async function linkTo(dataDir: string, who: Who, isWanted: (link: URL) => boolean): Promise<URL> {
  for (const until = Date.now() + mailMs; Date.now() < until; await sleep(50)) {
    const mails = await readOutbox(dataDir);
    const mine = mails.filter(({ to }) => to?.some(({ address }) => address === people[who].email));
    const link = mine.map(linkIn).find(isWanted);
    if (link) return link;
  }
  throw new Error(`A mail to ${people[who].email} did not come.`);
}
