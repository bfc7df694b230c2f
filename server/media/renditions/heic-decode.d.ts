declare module "heic-decode" {
  export interface DecodedHeic {
    readonly width: number;
    readonly height: number;
    /** RGBA, eight bits each, upright. */
    readonly data: Uint8ClampedArray;
  }
  export default function decode(file: { readonly buffer: Uint8Array }): Promise<DecodedHeic>;
}
