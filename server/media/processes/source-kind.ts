/** How an original is decoded: `picture` by sharp, `heic` by libheif, `video` by ffmpeg. */
export type SourceKind = "picture" | "heic" | "video";

/** The kind for an original of this MIME type. */
export const sourceKindOf = (fileType: string): SourceKind =>
  fileType.startsWith("video/") ? "video" : /^image\/hei[cf]$/.test(fileType) ? "heic" : "picture";

export interface Original {
  readonly fileType: string;
  readonly width: number;
  readonly height: number;
}

/** Phones take photos of up to 50 million pixels. */
const maxLightPixels = 51_000_000;

/** Whether it takes long to decode. Heavy originals have a process of their own, which renders one at a time. */
export const isHeavy = ({ fileType, width, height }: Original): boolean =>
  sourceKindOf(fileType) !== "picture" || width * height > maxLightPixels;
