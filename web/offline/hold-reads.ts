import { page } from "../ui/page.ts";

/** What the server has answered to this page, until `keepAnswers` takes it. */
export const held: (readonly [address: string, response: Response])[] = [];

/** Holds what the server answers from now on. Call it before the first call of a page. */
export function holdReads(): void {
  page.onRead = (address, response) => held.push([address, response.clone()]);
}
