/** `undecodable`: these bytes make no picture or film, and never will. `missing`: there is no original. Anything else may pass. */
export class RenderFault extends Error {
  readonly fault: "undecodable" | "missing";
  constructor(fault: RenderFault["fault"], message: string) {
    super(message);
    this.fault = fault;
  }
}
