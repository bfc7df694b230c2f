/** The pictures that members share after a night: portrait for phones, landscape for screens. */
export const pictureShapes = ["portrait", "landscape"] as const;
export type PictureShape = (typeof pictureShapes)[number];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of each shape, in pixels. */
export const pictureSizes: Readonly<Record<PictureShape, Size>> = {
  portrait: { width: 1080, height: 1350 },
  landscape: { width: 1920, height: 1080 },
};

/** The size of its preview, for the page that offers it. */
export const previewSizes: Readonly<Record<PictureShape, Size>> = {
  portrait: { width: 360, height: 450 },
  landscape: { width: 640, height: 360 },
};
