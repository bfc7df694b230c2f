import { abortAfter } from "../../core/abort-after.ts";
import { isVideo } from "./upload-list.ts";

/** A thumbnail is at most 280 CSS pixels wide; dense screens have two pixels for each. */
const pixels = 560;

/** A video that shows no frame after this time has none that this browser can draw. */
const frameMs = 5000;

/** Files are drawn one after the other, because each is decoded at its full size for a moment. */
let last: Promise<unknown> = Promise.resolve();

/** A file that is here, or one in a zip, which is opened to be shown. */
export type Showable = File | (Pick<File, "name" | "type" | "size"> & { readonly open: () => Promise<Blob> });

/** A film in a zip has to be inflated as a whole for its first frame. */
const maxFilmBytes = 64 * 1024 * 1024;

/** Draws a photo, or the first frame of a video, small. Returns false when this browser cannot draw the file. */
export function drawThumbnail(file: Showable, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<boolean> {
  const drawing = last
    .then(async () => {
      if (signal.aborted) return false;
      if (!(file instanceof Blob) && isVideo(file) && file.size > maxFilmBytes) return false;
      const bytes = file instanceof Blob ? file : await file.open();
      return isVideo(file) ? drawFrame(bytes, canvas, signal) : drawPhoto(bytes, canvas);
    })
    .catch(() => false);
  last = drawing;
  return drawing;
}

async function drawPhoto(file: Blob, canvas: HTMLCanvasElement): Promise<true> {
  const bitmap = await createImageBitmap(file, { resizeWidth: pixels, resizeQuality: "medium" });
  draw(canvas, bitmap, bitmap);
  bitmap.close();
  return true;
}

async function drawFrame(file: Blob, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<boolean> {
  const video = document.createElement("video");
  const url = URL.createObjectURL(file);
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: "auto", src: url });
    // Safari on phones loads a frame only when one is asked for.
    video.currentTime = 0.1;
    await new Promise<void>((resolve, reject) => {
      video.addEventListener("seeked", () => resolve());
      video.addEventListener("error", () => reject(new Error("This browser cannot play the video")));
      const late = abortAfter(frameMs, signal);
      late.addEventListener("abort", () => reject(new Error("No frame came in time")));
    });
    if (video.videoWidth === 0) return false;
    draw(canvas, video, { width: video.videoWidth, height: video.videoHeight });
    return true;
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(url);
  }
}

function draw(canvas: HTMLCanvasElement, picture: CanvasImageSource, size: { width: number; height: number }): void {
  canvas.width = pixels;
  canvas.height = Math.round((pixels * size.height) / size.width);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
}
