import { useQueryClient } from "@tanstack/react-query";
import { tellProblem } from "../../core/tell-problem.ts";
import { useMe } from "../../core/viewer.ts";
import { toast } from "../../ui/toast.ts";
import { turnOn } from "./turn.ts";

/**
 * Returns a function that switches pushes on in this browser, and tells in a toast how it went. It returns whether they are on, and undefined
 * if something failed. Call it in a press.
 */
export function useTurnOn(): () => Promise<boolean | undefined> {
  const client = useQueryClient();
  const { id } = useMe();
  return async () => {
    try {
      const isOn = await turnOn(client, id);
      toast(
        isOn
          ? { title: "Push is on", text: "Choose what you hear of in the settings of your inbox." }
          : { title: "Push stays off", text: "Your browser did not allow it." },
      );
      return isOn;
    } catch (error) {
      tellProblem(error, "Push is not on", "Your browser could not switch it on. Check your connection and try again.");
      return undefined;
    }
  };
}
