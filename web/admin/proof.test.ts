import { afterEach, expect, test } from "vitest";
import { ApiError } from "../core/api.ts";
import { dropUnproven, goOnProven, isProofAsked, proven } from "./proof.ts";

afterEach(dropUnproven);

const refusal = () => new ApiError(403, "proof_needed", "Please prove that it is you");
const settled = () => new Promise((done) => setTimeout(done));

/** A call that is refused so many times before it succeeds. */
function refused(times: number) {
  let made = 0;
  return {
    call: async () => {
      made += 1;
      if (made <= times) throw refusal();
      return "done";
    },
    made: () => made,
  };
}

test("a call that is refused for want of a proof is made once more after it", async () => {
  const { call, made } = refused(1);
  const answer = proven(call);
  await settled();
  expect([made(), isProofAsked.current()]).toEqual([1, true]);
  goOnProven();
  expect(await answer).toBe("done");
  expect([made(), isProofAsked.current()]).toEqual([2, false]);
});

test("all calls that wait go on after one proof", async () => {
  const calls = [refused(1), refused(1)];
  const answers = calls.map(({ call }) => proven(call));
  await settled();
  goOnProven();
  expect(await Promise.all(answers)).toEqual(["done", "done"]);
});

test("a call whose proof is too old again asks again", async () => {
  const { call } = refused(2);
  const answer = proven(call);
  await settled();
  goOnProven();
  await settled();
  expect(isProofAsked.current()).toBe(true);
  goOnProven();
  expect(await answer).toBe("done");
});

test("a call that waits when the page is left is never made", async () => {
  const { call, made } = refused(1);
  const answer = proven(call);
  await settled();
  dropUnproven();
  await expect(answer).rejects.toMatchObject({ code: "proof_needed" });
  goOnProven();
  await settled();
  expect(made()).toBe(1);
});

test("any other refusal is the caller's", async () => {
  const error = new ApiError(404, "not_found", "Not found");
  await expect(proven(() => Promise.reject(error))).rejects.toBe(error);
  expect(isProofAsked.current()).toBe(false);
});
