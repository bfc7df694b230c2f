interface Page {
  /** Whose page it is, by id; undefined for a visitor's. */
  person?: string;
  /** What each call of the page sends along: the name of its person, so that the server refuses the call if somebody else is logged in. */
  headers: Readonly<Record<string, string>>;
  /** Is called when a call of the page got 401, or 503 as from a site that is read-only. Resolves when the page has not left. */
  onRefused?: (code: string, keepsPage: boolean | undefined) => Promise<void>;
  /** Is called when a call that may change something has succeeded. */
  onWritten?: () => unknown;
}

/** The page of this document. The member's app fills it in before the first call. */
export const page: Page = { headers: {} };
