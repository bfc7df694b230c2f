interface Page {
  /** Whose page it is, by id; undefined for a visitor's. */
  person?: string;
  /** What each call of the page sends along: the name of its person, so that the server refuses the call if somebody else is logged in. */
  headers: Readonly<Record<string, string>>;
  /** Is called when a call of the page got 401, or 503 as from a site that is read-only. Resolves when the page has not left. */
  onRefused?: (code: string, keepsPage: boolean | undefined) => Promise<void>;
  /** Is called when the server has answered anything. */
  onReached?: () => void;
  /** Is called when a call that may change something has succeeded. */
  onWritten?: () => unknown;
  /** Whose answers this device keeps now, as the server's cookie says. */
  owner?: () => string | undefined;
  /** Is called with the response of each successful GET, and whose store of this device was open when it was asked for. */
  onRead?: (address: string, response: Response, owner: string | undefined) => unknown;
  /** Is called when a GET got 404. */
  onGone?: (address: string) => unknown;
  /** The build that this page runs, as its document says. Undefined in development. */
  build?: string | undefined;
  /** Is called when a server of another build has answered. The answer waits for it. */
  onOtherBuild?: () => unknown;
  /** Answers GETs that ask for what this device keeps: undefined where it has nothing. */
  findKept?: (address: string, signal: AbortSignal) => Promise<Response> | undefined;
}

/** The page of this document. The member's app fills it in before the first call. */
export const page: Page = { headers: {}, build: globalThis.document?.documentElement?.dataset["build"] };
