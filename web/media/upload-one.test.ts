import { describe, expect, it } from "vitest";
import { ApiError, type Trouble } from "../api.ts";
import type { UploadState } from "./upload-list.ts";
import { type UploadPorts, uploadOne } from "./upload-one.ts";

const photo = new File(["waves"], "waves.jpg", { type: "image/jpeg" });

/** A server that answers each step with the next of its troubles, and then well. */
function fakeServer(troubles: {
  askAddress?: (ApiError | null)[];
  putBytes?: (ApiError | null)[];
  register?: (ApiError | null)[];
  duplicate?: boolean;
}) {
  const log: string[] = [];
  const step = (name: "askAddress" | "putBytes" | "register", words: string) => {
    log.push(words);
    const trouble = troubles[name]?.shift();
    if (trouble) throw trouble;
  };
  let addresses = 0;
  const ports: UploadPorts = {
    askAddress: async () => {
      step("askAddress", "ask");
      return `/upload/${(addresses += 1)}`;
    },
    putBytes: async (address, _file, onProgress) => {
      onProgress(0.5);
      step("putBytes", `put ${address}`);
      onProgress(1);
    },
    register: async (address) => {
      step("register", `register ${address}`);
      return { duplicate: troubles.duplicate };
    },
    pause: async (ms) => void log.push(`pause ${ms}`),
  };
  return { ports, log };
}

const trouble = (code: Trouble, status = 500, retryAfter?: number) =>
  new ApiError(status, code, `No: ${code}`, { retryAfter });

async function upload(ports: UploadPorts, signal = new AbortController().signal) {
  const states: UploadState[] = [];
  await uploadOne(photo, ports, (state) => states.push(state), signal);
  return states;
}

describe("the upload of one photo", () => {
  it("asks for an address, sends the bytes there and registers them", async () => {
    const { ports, log } = fakeServer({});
    const states = await upload(ports);
    expect(log).toEqual(["ask", "put /upload/1", "register /upload/1"]);
    expect(states).toEqual([
      { kind: "sending", share: 0 },
      { kind: "sending", share: 0.5 },
      { kind: "sending", share: 1 },
      { kind: "saving" },
      { kind: "done", isDuplicate: false },
    ]);
  });

  it("says when the photo was here already", async () => {
    const { ports } = fakeServer({ duplicate: true });
    expect((await upload(ports)).at(-1)).toEqual({ kind: "done", isDuplicate: true });
  });

  it("asks again, and does not send again, when the answer to the registration was lost", async () => {
    const { ports, log } = fakeServer({ register: [trouble("offline", 0), trouble("timeout", 0)] });
    expect((await upload(ports)).at(-1)).toEqual({ kind: "done", isDuplicate: false });
    expect(log).toEqual([
      "ask",
      "put /upload/1",
      "register /upload/1",
      "pause 1000",
      "register /upload/1",
      "pause 3000",
      "register /upload/1",
    ]);
  });

  it("sends to a fresh address when the connection broke off under way", async () => {
    const { ports, log } = fakeServer({ putBytes: [trouble("offline", 0)] });
    const states = await upload(ports);
    expect(states).toContainEqual({ kind: "pausing", sentence: "No: offline" });
    expect(states.at(-1)?.kind).toBe("done");
    expect(log).toEqual(["ask", "put /upload/1", "pause 1000", "ask", "put /upload/2", "register /upload/2"]);
  });

  it("sends to a fresh address when the bytes are not there after all", async () => {
    const { ports, log } = fakeServer({ register: [trouble("upload_missing", 409)] });
    expect((await upload(ports)).at(-1)?.kind).toBe("done");
    expect(log).toEqual([
      "ask",
      "put /upload/1",
      "register /upload/1",
      "pause 1000",
      "ask",
      "put /upload/2",
      "register /upload/2",
    ]);
  });

  it("waits as long as a busy server asks", async () => {
    const { ports, log } = fakeServer({ askAddress: [trouble("too_many_requests", 429, 12)] });
    expect((await upload(ports)).at(-1)?.kind).toBe("done");
    expect(log).toContain("pause 12000");
  });

  it("leaves a wait of minutes to the person", async () => {
    const { ports, log } = fakeServer({ askAddress: [trouble("too_many_requests", 429, 600)] });
    expect((await upload(ports)).at(-1)).toEqual({
      kind: "failed",
      sentence: "No: too_many_requests",
      mayRetry: true,
    });
    expect(log).toEqual(["ask"]);
  });

  it.each(["too_large", "unsupported_type", "broken_file"] as const)(
    "gives up at once on a file that is %s, for good",
    async (code) => {
      const { ports, log } = fakeServer({ register: [trouble(code, 415)] });
      expect((await upload(ports)).at(-1)).toEqual({ kind: "failed", sentence: `No: ${code}`, mayRetry: false });
      expect(log).toEqual(["ask", "put /upload/1", "register /upload/1"]);
    },
  );

  it("can be tried again by hand when the disk is full", async () => {
    const { ports, log } = fakeServer({ putBytes: [trouble("storage_full", 507)] });
    expect((await upload(ports)).at(-1)).toEqual({ kind: "failed", sentence: "No: storage_full", mayRetry: true });
    expect(log).toEqual(["ask", "put /upload/1"]);
  });

  it("fails after the fourth try in a row", async () => {
    const { ports, log } = fakeServer({ askAddress: Array.from({ length: 9 }, () => trouble("offline", 0)) });
    expect((await upload(ports)).at(-1)).toEqual({ kind: "failed", sentence: "No: offline", mayRetry: true });
    expect(log.filter((line) => line === "ask")).toHaveLength(4);
  });

  it("does not send again what is there when registering it keeps failing", async () => {
    const { ports, log } = fakeServer({ register: Array.from({ length: 9 }, () => trouble("unavailable", 503)) });
    expect((await upload(ports)).at(-1)).toEqual({ kind: "failed", sentence: "No: unavailable", mayRetry: true });
    expect(log.filter((line) => line.startsWith("put"))).toHaveLength(1);
    expect(log.filter((line) => line.startsWith("register"))).toHaveLength(4);
  });

  it("says nothing more once it is cancelled", async () => {
    const cancelling = new AbortController();
    const { ports } = fakeServer({});
    const states: UploadState[] = [];
    const cancelled = uploadOne(
      photo,
      {
        ...ports,
        putBytes: async (_address, _file, _onProgress, signal) => {
          cancelling.abort(new Error("cancelled"));
          signal.throwIfAborted();
        },
      },
      (state) => states.push(state),
      cancelling.signal,
    );
    await expect(cancelled).rejects.toThrow("cancelled");
    expect(states).toEqual([{ kind: "sending", share: 0 }]);
  });
});
