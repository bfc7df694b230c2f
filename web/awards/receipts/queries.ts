import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { NewReceipt, Receipt } from "#contract/receipts.ts";
import { api, unlessGone } from "../../core/api.ts";
import { pagedQuery } from "../../core/call-query.ts";
import { keys } from "../../core/keys.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { toast } from "../../ui/toast.ts";

export type { Receipt };

/** The receipts of a trip by award and nominee. */
export type ReceiptsByNominee = Readonly<Partial<Record<string, readonly Receipt[]>>>;

export const nomineeKey = ({ categoryId, nomineeId }: Pick<Receipt, "categoryId" | "nomineeId">) =>
  `${categoryId} ${nomineeId}`;

const places = new Map<string, number>();
/** A random number for each receipt. The server shuffles each answer; by these, receipts keep their places while a page is open. */
function placeOf(id: string): number {
  const place = places.get(id) ?? Math.random();
  places.set(id, place);
  return place;
}

export const receiptsQuery = (tripId: string) =>
  queryOptions({
    queryKey: [...keys.trip(tripId), "receipts"],
    queryFn: async ({ signal }): Promise<ReceiptsByNominee> => {
      const receipts = await api("GET /api/trips/:id/receipts", { params: { id: tripId }, signal });
      const found: Record<string, Receipt[]> = {};
      for (const receipt of receipts.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)))
        (found[nomineeKey(receipt)] ??= []).push(receipt);
      return found;
    },
  });

/** The photos and videos of a trip in pages, newest first, to choose one as proof. */
export const choiceQuery = (tripId: string) =>
  pagedQuery([...keys.trip(tripId), "media", "choice"], "GET /api/trips/:id/media", {
    params: { id: tripId },
    query: { limit: 60 },
  });

/** Attaches a proof to a nominee of an award, and says so. */
export function useAddProof(tripId: string, categoryId: string, sending: Sending) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewReceipt) => api("POST /api/categories/:id/receipts", { params: { id: categoryId }, body }),
    onMutate: () => sending.onSending(true),
    onSuccess: async () => {
      toast({ title: "Proof added" });
      await client.invalidateQueries(receiptsQuery(tripId));
      sending.onDone();
    },
    onSettled: () => sending.onSending(false),
  });
}

/** How a form tells its dialog that it sends, and that it has. */
export interface Sending {
  readonly onSending: (isSending: boolean) => void;
  readonly onDone: () => void;
}

/** Gives a heart or takes it back: at once, and undone if the call fails. Two quick presses arrive in their order. */
export function useHeart(tripId: string, { id, categoryId, nomineeId }: Receipt) {
  const client = useQueryClient();
  const { queryKey } = receiptsQuery(tripId);
  const key = nomineeKey({ categoryId, nomineeId });
  return useMutation({
    scope: { id: `heart ${id}` },
    mutationFn: (isHearted: boolean) =>
      api(isHearted ? "PUT /api/receipts/:id/heart" : "DELETE /api/receipts/:id/heart", { params: { id } }),
    onMutate: async (isHearted) => {
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(
        queryKey,
        (all) =>
          all && {
            ...all,
            [key]: all[key]?.map((one) =>
              one.id === id && one.isHearted !== isHearted
                ? { ...one, isHearted, hearts: one.hearts + (isHearted ? 1 : -1) }
                : one,
            ),
          },
      );
    },
    onError: (error) => tellProblem(error, "Your heart did not arrive", "Please try again"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

/** Takes a receipt down. If somebody else was quicker, that is as good. */
export const removeReceipt = (id: string): Promise<void> =>
  api("DELETE /api/receipts/:id", { params: { id } }).catch(unlessGone);
