import { afterEach, beforeEach, expect, test } from "vitest";
import { dismissToast, toast, toasts } from "./toast.ts";

const titles = () => toasts.current().map(({ title }) => title);
const clear = () => toasts.current().forEach(({ id }) => dismissToast(id));
beforeEach(clear);
afterEach(clear);

test("a toast with an action is not replaced by another toast", () => {
  const ended: string[] = [];
  const told = (title: string, isOffer = false) =>
    toast({
      title,
      ...(isOffer && { action: { label: "Undo", onPress: () => undefined } }),
      onEnd: () => ended.push(title),
    });
  told("Photo deleted", true);
  told("Your download has begun");
  told("3 photos added");
  expect(titles()).toEqual(["Photo deleted", "3 photos added"]);
  told("Video deleted", true);
  expect(titles()).toEqual(["Photo deleted", "Video deleted"]);
  expect(ended).toEqual(["Your download has begun", "3 photos added"]);
  dismissToast(toasts.current()[0]!.id);
  expect(titles()).toEqual(["Video deleted"]);
  expect(ended.at(-1)).toBe("Photo deleted");
});

test("a toast reports its end once", () => {
  let ends = 0;
  toast({ title: "Saved", onEnd: () => (ends += 1) });
  const { id } = toasts.current()[0]!;
  dismissToast(id);
  dismissToast(id);
  toast({ title: "Saved again" });
  expect(ends).toBe(1);
});
