/** `undecodable`: the bytes are no picture or video. `missing`: the original is gone. Both are permanent; other errors are retried. */
export class RenderFault extends Error {
  readonly fault: "undecodable" | "missing";
  constructor(fault: RenderFault["fault"], message: string) {
    super(message);
    this.fault = fault;
  }
}
