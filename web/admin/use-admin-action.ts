import { useMutation, useQueryClient } from "@tanstack/react-query";
import { tellProblem } from "../core/tell-problem.ts";
import { type Toast, toast } from "../ui/toast.ts";
import { proven } from "./proof.ts";
import { refreshAdmin } from "./queries.ts";

/** An action of a site admin. It waits for a proof where one is needed, says what came of it, and then the page shows it. */
export const useAdminAction = <What, Answer>(
  send: (what: What) => Promise<Answer>,
  words: { readonly done: (answer: Answer, what: What) => Toast; readonly failed: string; readonly otherwise: string },
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (what: What) => proven(() => send(what)),
    onSuccess: (answer, what) => toast(words.done(answer, what)),
    onError: (error) => tellProblem(error, words.failed, words.otherwise),
    onSettled: () => refreshAdmin(client),
  });
};
