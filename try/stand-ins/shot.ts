/** A photo or video in the library of the person who picks. */
export interface Shot {
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly createTime: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
  /** Set on a video; PROCESSING means it cannot be fetched yet. */
  readonly processingStatus?: "READY" | "PROCESSING";
}
