import { describe, expect, it } from "vitest";
import { ApiError, type Trouble } from "../../core/api.ts";
import type { ResumePoint, UploadState } from "./upload-list.ts";
import { type UploadPorts, uploadOne } from "./upload-one.ts";

/** A server that fails each step with the next of its problems, and then succeeds. */
function fakeServer(problems: {
  askAddress?: (ApiError | null)[];
  putBytes?: (ApiError | null)[];
  register?: (ApiError | null)[];
  duplicate?: boolean;
  known?: boolean;
  resumes?: boolean;
  isSamePerson?: boolean;
}) {
  const log: string[] = [];
  const remembered: ResumePoint[] = [];
  const step = (name: "askAddress" | "putBytes" | "register", words: string) => {
    log.push(words);
    const problem = problems[name]?.shift();
    if (problem) throw problem;
  };
  let addresses = 0;
  const ports: UploadPorts = {
    isReusable: () => problems.resumes === true,
    isKnown: async () => problems.known === true,
    isSamePerson: async () => problems.isSamePerson !== false,
    forgetSum: () => void log.push("forget sum"),
    remember: (begun) => void remembered.push(begun),
    askAddress: async () => {
      step("askAddress", "ask");
      return `/upload/${(addresses += 1)}`;
    },
    putBytes: async (address, onProgress) => {
      onProgress(0.5);
      step("putBytes", `put ${address}`);
      onProgress(1);
    },
    register: async (address) => {
      step("register", `register ${address}`);
      return { duplicate: problems.duplicate };
    },
    // Scattered by up to a quarter.
    pause: async (ms) =>
      void log.push(`pause ${ms === askedMs ? ms / 1000 : [0, 1, 3, 5, 10, 20, 30].findLast((s) => ms >= s * 1000)} s`),
  };
  return { ports, log, remembered };
}

const problem = (code: Trouble, status = 500, retryAfter?: number) =>
  new ApiError(status, code, `No: ${code}`, { retryAfter });

async function upload(ports: UploadPorts, begun: ResumePoint = {}) {
  const states: UploadState[] = [];
  await uploadOne(ports, (state) => states.push(state), new AbortController().signal, begun);
  return states;
}

/** The wait that the busy server of these tests asks for. */
const askedMs = 12_000;

describe("the upload of one photo", () => {
  it("asks for an address, sends the bytes there and registers them", async () => {
    const { ports, log } = fakeServer({});
    const states = await upload(ports);
    expect(log).toEqual(["ask", "put /upload/1", "register /upload/1"]);
    expect(states).toEqual([
      { kind: "checking" },
      { kind: "sending", share: 0 },
      { kind: "sending", share: 0.5 },
      { kind: "sending", share: 1 },
      { kind: "saving" },
      { kind: "done", isDuplicate: false },
    ]);
  });

  it("says when the photo is a duplicate", async () => {
    const { ports } = fakeServer({ duplicate: true });
    expect((await upload(ports)).at(-1)).toEqual({ kind: "done", isDuplicate: true });
  });

  it("registers again without sending again when the reply was lost", async () => {
    const { ports, log } = fakeServer({ register: [problem("offline", 0), problem("timeout", 0)] });
    expect((await upload(ports)).at(-1)).toEqual({ kind: "done", isDuplicate: false });
    expect(log).toEqual([
      "ask",
      "put /upload/1",
      "register /upload/1",
      "pause 0 s",
      "register /upload/1",
      "pause 1 s",
      "register /upload/1",
    ]);
  });

  it("sends to a new address after the connection broke", async () => {
    const { ports, log } = fakeServer({ putBytes: [problem("offline", 0)] });
    const states = await upload(ports);
    expect(states).toContainEqual({ kind: "pausing", sentence: "No: offline", share: 0.5 });
    expect(states.at(-1)?.kind).toBe("done");
    expect(log).toEqual(["ask", "put /upload/1", "pause 0 s", "ask", "put /upload/2", "register /upload/2"]);
  });

  it("sends to a new address when the server lacks the bytes", async () => {
    const { ports, log } = fakeServer({ register: [problem("upload_missing", 409)] });
    expect((await upload(ports)).at(-1)?.kind).toBe("done");
    expect(log).toEqual([
      "ask",
      "put /upload/1",
      "register /upload/1",
      "forget sum",
      "pause 0 s",
      "ask",
      "put /upload/2",
      "register /upload/2",
    ]);
  });

  it("waits as long as a busy server asks", async () => {
    const { ports, log } = fakeServer({ askAddress: [problem("too_many_requests", 429, 12)] });
    expect((await upload(ports)).at(-1)?.kind).toBe("done");
    expect(log).toContain("pause 12 s");
  });

  it.each(["askAddress", "putBytes", "register"] as const)(
    "goes on by itself when a site that was read-only at %s takes changes again",
    async (step) => {
      const { ports, log } = fakeServer({
        resumes: true,
        [step]: Array.from({ length: 9 }, () => problem("read_only", 503, 12)),
      });
      const states = await upload(ports);
      expect(states).toContainEqual(expect.objectContaining({ kind: "pausing", sentence: "No: read_only" }));
      expect(states.at(-1)?.kind).toBe("done");
      expect(log.filter((line) => line === "pause 12 s").length).toBeGreaterThan(3);
    },
  );

  it("fails when the server asks for a wait of minutes", async () => {
    const { ports, log } = fakeServer({ askAddress: [problem("too_many_requests", 429, 600)] });
    expect((await upload(ports)).at(-1)).toEqual({
      kind: "failed",
      sentence: "Failed to get upload URL. No: too_many_requests",
      mayRetry: true,
    });
    expect(log).toEqual(["ask"]);
  });

  it.each(["too_large", "unsupported_type", "broken_file"] as const)(
    "fails at once, for good, on a file that is %s",
    async (code) => {
      const { ports, log } = fakeServer({ register: [problem(code, 415)] });
      expect((await upload(ports)).at(-1)).toEqual({ kind: "failed", sentence: `No: ${code}`, mayRetry: false });
      expect(log).toEqual(["ask", "put /upload/1", "register /upload/1"]);
    },
  );

  it.each(["squad_full", "user_full"] as const)("can be retried by hand when the answer is %s", async (code) => {
    const { ports, log } = fakeServer({ askAddress: [problem(code, 507)] });
    expect((await upload(ports)).at(-1)).toEqual({ kind: "failed", sentence: `No: ${code}`, mayRetry: true });
    expect(log).toEqual(["ask"]);
  });

  it("can be retried by hand when the disk is full", async () => {
    const { ports, log } = fakeServer({ putBytes: [problem("storage_full", 507)] });
    expect((await upload(ports)).at(-1)).toEqual({ kind: "failed", sentence: "No: storage_full", mayRetry: true });
    expect(log).toEqual(["ask", "put /upload/1"]);
  });

  it("fails after five server faults in a row", async () => {
    const { ports, log } = fakeServer({ askAddress: Array.from({ length: 9 }, () => problem("internal")) });
    expect((await upload(ports)).at(-1)).toEqual({
      kind: "failed",
      sentence: "Failed to get upload URL. No: internal",
      mayRetry: true,
    });
    expect(log.filter((line) => line === "ask")).toHaveLength(5);
  });

  it("does not send again while registering keeps failing", async () => {
    const { ports, log } = fakeServer({ register: Array.from({ length: 9 }, () => problem("internal")) });
    expect((await upload(ports)).at(-1)).toEqual({
      kind: "failed",
      sentence: "No: internal",
      mayRetry: true,
    });
    expect(log.filter((line) => line.startsWith("put"))).toHaveLength(1);
    expect(log.filter((line) => line.startsWith("register"))).toHaveLength(5);
  });

  it("waits as long as the connection or the server is gone", async () => {
    const outage = Array.from({ length: 30 }, (_, n) => problem(n % 2 ? "offline" : "unavailable", 0));
    const { ports, log } = fakeServer({ askAddress: outage });
    expect((await upload(ports)).at(-1)?.kind).toBe("done");
    expect(log.filter((line) => line.startsWith("pause")).slice(0, 7)).toEqual(
      [0, 1, 3, 5, 10, 20, 30].map((s) => `pause ${s} s`),
    );
  });

  it("sends no file that the trip has already", async () => {
    const { ports, log } = fakeServer({ known: true });
    expect(await upload(ports)).toEqual([{ kind: "checking" }, { kind: "done", isDuplicate: true }]);
    expect(log).toEqual([]);
  });

  it("continues at the same address when that takes the rest", async () => {
    const { ports, log, remembered } = fakeServer({ resumes: true, putBytes: [problem("offline", 0), null] });
    expect((await upload(ports)).at(-1)?.kind).toBe("done");
    expect(log).toEqual(["ask", "put /upload/1", "pause 0 s", "put /upload/1", "register /upload/1"]);
    expect(remembered).toEqual([
      { address: "/upload/1", isSent: false },
      { address: "/upload/1", isSent: true },
    ]);
  });

  it("continues where an earlier page was", async () => {
    const sending = fakeServer({ resumes: true });
    await upload(sending.ports, { address: "/upload/7" });
    expect(sending.log).toEqual(["put /upload/7", "register /upload/7"]);
    const saving = fakeServer({});
    await upload(saving.ports, { address: "/upload/8", isSent: true });
    expect(saving.log).toEqual(["register /upload/8"]);
  });

  it("starts again when the address has lost its bytes", async () => {
    const { ports, log } = fakeServer({ resumes: true, putBytes: [problem("upload_missing", 404)] });
    await upload(ports, { address: "/upload/7" });
    expect(log).toEqual(["put /upload/7", "forget sum", "pause 0 s", "ask", "put /upload/1", "register /upload/1"]);
  });

  it.each(["bad_signature", "upload_missing"] as const)(
    "is sent three times at most when it always ends as %s",
    async (code) => {
      const { ports, log } = fakeServer({ putBytes: Array.from({ length: 99 }, () => problem(code, 403)) });
      expect((await upload(ports)).at(-1)).toEqual({ kind: "failed", sentence: `No: ${code}`, mayRetry: true });
      expect(log.join()).toBe(
        "ask,put /upload/1,forget sum,pause 0 s,ask,put /upload/2,forget sum,pause 1 s,ask,put /upload/3,forget sum",
      );
    },
  );

  it("waits for the same person when the session ended or is another's", async () => {
    const sentence = "You are logged out. Log in again, and this goes on by itself.";
    for (const code of ["not_signed_in", "not_found"] as const) {
      const { ports } = fakeServer({ register: [problem(code, 401)], isSamePerson: false });
      const states = await upload(ports);
      expect(states).toContainEqual({ kind: "pausing", sentence, share: 1 });
      expect(states.at(-1)?.kind).toBe("done");
    }
  });

  it("fails for good when the trip is gone", async () => {
    const { ports } = fakeServer({ register: [problem("not_found", 404)] });
    expect((await upload(ports)).at(-1)).toEqual({
      kind: "failed",
      sentence: "The place for this photo is gone, or you are no longer part of it.",
      mayRetry: false,
      isForAll: true,
    });
  });

  it("is silent once it is cancelled", async () => {
    const cancelling = new AbortController();
    const { ports } = fakeServer({});
    const states: UploadState[] = [];
    const cancelled = uploadOne(
      {
        ...ports,
        putBytes: async (_address, _onProgress, signal) => {
          cancelling.abort(new Error("cancelled"));
          signal.throwIfAborted();
        },
      },
      (state) => states.push(state),
      cancelling.signal,
    );
    await expect(cancelled).rejects.toThrow("cancelled");
    expect(states).toEqual([{ kind: "checking" }, { kind: "sending", share: 0 }]);
  });
});
