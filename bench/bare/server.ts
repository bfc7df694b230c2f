import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import Fastify from "fastify";
import pg from "pg";

/**
 * The baseline: the same work without accounts, rules and checks. Its statements are prepared and its pool is as large as ours, so
 * a ratio shows only what the product adds.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 16 });
const filesDir = process.env["FILES_DIR"] ?? ".";
const app = Fastify();

app.get("/hello", async () => ({ hello: "world" }));

const rowText =
  "select id, first_name, last_name, email, bio, profile_image_url from people join accounts on person_id = id where id = $1";
app.get<{ Params: { id: string } }>("/row/:id", async ({ params }) => {
  const { rows } = await pool.query({ name: "row", text: rowText, values: [params.id] });
  return rows[0];
});

/** The rows that a dashboard of ours shows, in plain statements side by side, without rights, versions and what only the viewer sees. */
app.get<{ Params: { id: string } }>("/dashboard/:id", async ({ params }) => {
  const ask = async (name: string, text: string) => (await pool.query({ name, text, values: [params.id] })).rows;
  const [users, squads, trips, photos] = await Promise.all([
    ask("row", rowText),
    ask(
      "squads",
      `select s.id, name, description, photo_url, member_count, trip_count, is_public, role, s.created_at
       from squad_members m join squads s on s.id = m.squad_id where m.user_id = $1 order by name`,
    ),
    ask(
      "trips",
      `select t.id, squad_id, name, location, start_date, end_date, photo_url, crew_count, category_count, complete_count
       from trip_members m join trips t on t.id = m.trip_id where m.user_id = $1 order by start_date desc limit 20`,
    ),
    ask(
      "photos",
      `select m.*, first_name, last_name, profile_image_url, t.name from squad_members s cross join lateral (
         select id, file_name, file_type, file_size, caption, likes, width, height, placeholder, state, taken_at, created_at, uploader_id, trip_id
         from media where squad_id = s.squad_id and purpose = 'gallery' order by id desc limit 12) m
       join people u on u.id = m.uploader_id join trips t on t.id = m.trip_id where s.user_id = $1 order by m.id desc limit 12`,
    ),
  ]);
  return { user: users[0], squads, trips, photos };
});

app.get<{ Params: { trip: string }; Querystring: { taken: string; id: string } }>(
  "/page/:trip",
  async ({ params, query }) => {
    const { rows } = await pool.query({
      name: "page",
      text: `select id, file_name, file_type, file_size, caption, likes, width, height, placeholder, state, taken_at, created_at, uploader_id, trip_id
      from media where trip_id = $1 and purpose = 'gallery' and (taken_at, id) < ($2, $3) order by taken_at desc, id desc limit 50`,
      values: [params.trip, query.taken, query.id],
    });
    return rows;
  },
);

app.post<{ Body: { award: string; voter: string; nominee: string } }>("/upsert", async ({ body }) => {
  await pool.query({
    name: "upsert",
    text: `insert into bare_votes (award, voter, nominee) values ($1, $2, $3)
      on conflict (award, voter) do update set nominee = excluded.nominee`,
    values: [body.award, body.voter, body.nominee],
  });
  return { nominee: body.nominee };
});

app.addContentTypeParser("image/jpeg", (_request, _payload, done) => done(null));
app.put<{ Params: { name: string } }>("/files/:name", async ({ params, raw }, reply) => {
  const file = path.join(filesDir, path.basename(params.name));
  await pipeline(raw, createWriteStream(file, { flush: true }));
  return reply.code(204).send();
});

/** Also hashes the file and writes a row: a server needs both to find duplicates. */
app.put<{ Params: { name: string } }>("/noted/:name", async ({ params, raw }, reply) => {
  const file = path.join(filesDir, path.basename(params.name));
  const hash = createHash("sha256");
  raw.on("data", (bytes: Buffer) => hash.update(bytes));
  await pipeline(raw, createWriteStream(file, { flush: true }));
  await pool.query({
    name: "note",
    text: "insert into bare_files (name, sha256) values ($1, $2)",
    values: [params.name, hash.digest()],
  });
  return reply.code(204).send();
});

app.get<{ Params: { name: string } }>("/files/:name", async ({ params }, reply) => {
  const file = path.join(filesDir, path.basename(params.name));
  const { size } = await stat(file);
  return reply.type("application/octet-stream").header("content-length", size).send(createReadStream(file));
});

const inMemory = new Map<string, Buffer>();
async function fileInMemory(name: string): Promise<Buffer> {
  const bytes = inMemory.get(name) ?? (await readFile(path.join(filesDir, path.basename(name))));
  inMemory.set(name, bytes);
  return bytes;
}

app.get<{ Params: { name: string } }>("/memory/:name", async ({ params }, reply) =>
  reply.type("image/jpeg").send(await fileInMemory(params.name)),
);

app.get<{ Params: { name: string; id: string } }>("/asked/:name/:id", async ({ params }, reply) => {
  const { rows } = await pool.query({
    name: "asked",
    text: "select file_name, file_type, file_size, state from media where id = $1",
    values: [params.id],
  });
  if (rows.length === 0) return reply.code(404).send();
  return reply.type("image/jpeg").send(await fileInMemory(params.name));
});

app.get<{ Params: { folder: string; name: string } }>("/handed/:folder/:name", async ({ params }, reply) =>
  reply.type("image/jpeg").header("x-accel-redirect", `/stored-files/${params.folder}/${params.name}`).send(),
);

const streams = new Set<ServerResponse>();
app.get("/stream", async (_request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "text/event-stream" });
  reply.raw.write(": \n\n");
  streams.add(reply.raw);
});

app.post<{ Body: object }>("/broadcast", async ({ body }) => {
  const text = `data: ${JSON.stringify(body)}\n\n`;
  for (const stream of streams) stream.write(text);
  return { told: streams.size };
});

await app.listen({ port: Number(process.env["PORT"] ?? 0), host: "127.0.0.1" });
const address = app.server.address();
process.stdout.write(`Bare is at http://localhost:${typeof address === "object" ? address?.port : ""}\n`);
