import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { add, addressFor, put } from "../../media/fixtures/uploading.ts";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { openApi } from "../../openapi/openapi.ts";
import { type TestApp, type TestPerson, openTestApp } from "../app.ts";
import { newTrip, startShowOf } from "../builders.ts";
import { idFor } from "../call-target.ts";
import { expectPlainWords } from "../plain-words.ts";
import { type TestSeat, newSeat } from "../seats.ts";
import { type RandomRequest, callsOf, idMark, requestTo } from "../request-arbitraries.ts";
import { type Cast, type World, castOf, newWorld } from "../world.ts";

let swell: TestApp;
let picture: Buffer;
beforeAll(async () => {
  swell = await openTestApp();
  picture = await jpeg({ width: 60, height: 40 });
});
afterAll(() => swell.close());

const description = openApi();
// A stream has no end that this test could wait for.
const calls = callsOf(description).filter(({ operationId }) => operationId !== "getLive");
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: "api", ...description });

/** Requests may end sessions and delete things, so each world serves only some. */
const requestsPerWorld = 100;
let sent = 0;
let place: { cast: Cast & { readonly seat: TestSeat }; world: World };

async function send({ call, role, params, query, headers, body }: RandomRequest) {
  if (sent++ % requestsPerWorld === 0) {
    const cast = await castOf(swell);
    const world = await newWorld(swell, cast, sent % (2 * requestsPerWorld) === 1);
    // Every third world has a running show.
    if (sent % (3 * requestsPerWorld) === 1) await startShowOf(swell, cast.organizer, world.trip);
    const photo = await add(swell, cast.crew, `/api/trips/${world.trip}`, picture);
    // On the crew, without an account.
    const seat = await newSeat(swell, world);
    place = { cast: { ...cast, seat }, world: { ...world, photo: String(photo.body["id"]) } };
  }
  const { cast, world } = place;
  const ids = [...Object.values(world), cast.crew.id, cast.admin.id, cast.seat.id];
  /** Most ids in paths fit, so that requests get past the first check. */
  const real = (text: string, fitting?: string) =>
    text.replaceAll(idMark, (_, n) => ids[Number(n)] ?? fitting ?? ids[Number(n) % ids.length]!);
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encode(
      real(
        params[name] ?? "",
        name === "userId" || name === "intoId" ? personFor(call.path, name, cast) : idFor(call.path, world),
      ),
    ),
  );
  const search = Object.entries(query).map(([name, value]) => `${name}=${encode(real(value ?? ""))}`);
  const payload = typeof body === "string" ? real(body) : body && Buffer.from(body);
  return swell.app.inject({
    method: call.method.toUpperCase() as "GET",
    url: [path, ...(search.length > 0 ? [search.join("&")] : [])].join("?"),
    headers: {
      cookie: cast[role].cookie,
      ...(payload !== undefined && {
        "content-type": Object.keys(call.requestBody?.content ?? { "application/json": 0 })[0]!,
      }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
}

/** Calls on seats and merges are about the seat, so that they get past the first check too. */
const personFor = (path: string, name: string, { seat, crew, admin }: typeof place.cast) => {
  const ofSeat = /\/(seats|merges)\//.test(path);
  return name === "intoId" ? admin.id : ofSeat ? seat.id : crew.id;
};

/** Half a surrogate pair cannot stand in an address. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

type Reply = Awaited<ReturnType<typeof send>>;

function expectDescribed({ call }: RandomRequest, reply: Reply) {
  const { statusCode: status, body } = reply;
  expect(status, body).toBeLessThan(500);
  if (call.method === "head") return;
  if (status >= 400) {
    expectMatch("#/components/schemas/Problem", reply);
    expectPlainWords(reply.json());
    return;
  }
  expect(Object.keys(call.responses)).toContain(String(status));
  if (!("application/json" in (call.responses[status]?.content ?? {}))) return;
  const at = [call.path, call.method, "responses", String(status), "content", "application/json", "schema"];
  expectMatch(`#/paths/${at.map((part) => encodeURIComponent(part.replaceAll("/", "~1"))).join("/")}`, reply);
}

function expectMatch(pointer: string, reply: Reply) {
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  const matches = ajv.getSchema(`api${pointer}`)!;
  expect([matches(reply.json()), matches.errors, reply.body]).toEqual([true, null, reply.body]);
}

const seedOr = (usual: number) => Number(process.env["FUZZ_SEED"] ?? usual);
/** Quick runs repeat the same requests. Long runs have another seed each time; `FUZZ_SEED` repeats a failed one. */
const quick = () => ({ seed: seedOr(1), numRuns: 400 });
const long = () => ({
  seed: seedOr(Date.now() % 2 ** 31),
  numRuns: 1_000_000,
  interruptAfterTimeLimit: 120_000,
  markInterruptAsFailure: false,
});

async function fuzz<T>(bound: fc.Parameters<[T]>, inputs: fc.Arbitrary<T>, check: (input: T) => Promise<void>) {
  let count = 0;
  console.log(`FUZZ_SEED=${bound.seed}`);
  const counted = async (input: T) => {
    await check(input);
    count++;
  };
  // What a request meets depends on those before it, so a smaller request alone proves nothing.
  await fc.assert(fc.asyncProperty(inputs, counted), { ...bound, endOnFailure: true });
  console.log(`The server answered ${count} random inputs as described.`);
}

let successes = 0;
const answersRequest = async (request: RandomRequest) => {
  const reply = await send(request);
  expectDescribed(request, reply);
  if (reply.statusCode < 400) successes++;
};
const requests = requestTo(calls, description);

test("random requests get the described answers", async () => {
  await fuzz(quick(), requests, answersRequest);
  // Otherwise the requests are so bad that they prove little.
  expect(successes).toBeGreaterThan(50);
}, 90_000);

test("random requests get the described answers for two minutes", { tags: "long", timeout: 300_000 }, () =>
  fuzz(long(), requests, answersRequest),
);

const video = readFileSync(new URL("../../media/fixtures/videos/wave.mp4", import.meta.url));
const heic = readFileSync(new URL("../../media/fixtures/quarters.heic", import.meta.url));

/** Changed bytes of a file, at places from 0 to 1, and the part of it that is sent. */
const damage = fc.record({
  kind: fc.nat(2),
  edits: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.uint8Array({ minLength: 1, maxLength: 8 })), {
    maxLength: 4,
  }),
  length: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
});
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

async function answersFile({ kind, edits, length }: Damage) {
  const file = Buffer.from([picture, video, heic][kind]!);
  // Most damage hits the head of the file, which has its structure.
  for (const [place, bytes] of edits) file.set(bytes.slice(0, file.length), Math.floor(place ** 4 * (file.length - 8)));
  const ana = (uploader ??= await newUploader());
  const url = await addressFor(ana.person);
  const sent = await put(swell, ana.person, url, file.subarray(0, Math.ceil(length * file.length)));
  expect(sent.status).toBeLessThan(500);
  if (sent.status !== 200) return expectPlainWords(sent.body);
  const registered = await ana.person.put(`/api/trips/${ana.trip}/media`, { mediaURL: url });
  expect([200, 201, 422]).toContain(registered.status);
}

let uploader: { readonly person: TestPerson; readonly trip: string } | undefined;
async function newUploader() {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  return { person: ana, trip };
}

test(
  "damaged files are taken or refused in words",
  () => fuzz({ ...quick(), numRuns: 25 }, damage, answersFile),
  90_000,
);

test("damaged files are taken or refused in words for two minutes", { tags: "long", timeout: 300_000 }, () =>
  fuzz(long(), damage, answersFile),
);
