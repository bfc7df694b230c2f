import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import http from "node:http";

/** Files to upload to one of the two servers. */
export interface UploadJob {
  readonly port: number;
  readonly files: readonly string[];
  readonly connections: number;
  /** Their target: a folder of the bare server, or a trip on ours, as a member of its crew. */
  readonly to: { readonly bare: "files" | "noted" } | { readonly tripId: string; readonly token: string };
  /** Bytes per piece. Absent: files are sent whole. */
  readonly piece?: number;
}

/** Uploads files in a separate process. It takes jobs from its parent, one at a time, and answers each with the seconds it took. */
process.on("message", (job: UploadJob) => {
  run(job).then(
    (seconds) => process.send!({ seconds }),
    (error: unknown) => process.send!({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit());

async function run({ port, files, connections, to, piece }: UploadJob): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const bodies = await Promise.all(files.map((file) => readFile(file)));
  const send = (method: string, path: string, type: string, body: Buffer, expected: number, offset?: number) =>
    ask({ agent, port, method, path, body, expected, type, offset, token: "token" in to ? to.token : undefined });

  const askAddress = async (size: number) => {
    const announced = Buffer.from(JSON.stringify({ size, fileType: "image/jpeg" }));
    const answer = await send("POST", "/api/objects/upload", "application/json", announced, 200);
    return (JSON.parse(answer) as { uploadURL: string }).uploadURL;
  };
  const sendWhole = async (body: Buffer) => {
    const uploadURL = await askAddress(body.length);
    await send("PUT", uploadURL, "image/jpeg", body, 200);
    return uploadURL;
  };
  const sendPieces = async (body: Buffer, size: number) => {
    const announced = Buffer.from(JSON.stringify({ size: body.length }));
    const address = await send("POST", "/api/uploads", "application/json", announced, 201);
    const { uploadURL } = JSON.parse(address) as { uploadURL: string };
    for (let at = 0; at < body.length; at += size)
      await send("PATCH", uploadURL, "application/offset+octet-stream", body.subarray(at, at + size), 204, at);
    return uploadURL;
  };

  const upload = async (body: Buffer, n: number) => {
    // New files, as ours are: writing over the files of an earlier round costs less memory and time.
    if ("bare" in to) return send("PUT", `/${to.bare}/${randomUUID()}.jpg`, "image/jpeg", body, 204);
    const uploadURL = await (piece ? sendPieces(body, piece) : sendWhole(body));
    const photo = { mediaURL: uploadURL, fileName: `IMG_${n}.jpg`, fileType: "image/jpeg", fileSize: body.length };
    const registration = Buffer.from(JSON.stringify(photo));
    return send("PUT", `/api/trips/${to.tripId}/media`, "application/json", registration, 201);
  };

  const startedAt = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < bodies.length) {
      const n = next++;
      await upload(bodies[n]!, n);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return seconds;
}

interface Ask {
  readonly agent: http.Agent;
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  readonly token: string | undefined;
  readonly offset: number | undefined;
  readonly expected: number;
}

function ask({ agent, port, method, path, type, body, token, offset, expected }: Ask): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-length": body.length,
      ...(body.length > 0 && { "content-type": type }),
      ...(offset !== undefined && { "upload-offset": offset }),
      ...(token && { cookie: `session=${token}` }),
    };
    const request = http.request({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () =>
        response.statusCode === expected
          ? resolve(text)
          : reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 200)}`)),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}
