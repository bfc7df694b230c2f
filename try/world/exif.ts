import sharp from "sharp";

/** When, where and with what a photo is taken. */
export interface Capture {
  readonly camera: string;
  /** The camera's clock as `2026-11-22 17:45:12`, and its distance from UTC in minutes. */
  readonly clock: string;
  readonly utcOffset: number;
  readonly latitude: number;
  readonly longitude: number;
}

const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: "#000" } }).jpeg();
const startOfImage = 2;

/** Copies a JPEG that has no metadata, and adds the EXIF of a capture as a phone writes it. The pixels stay. */
export async function withExif(jpeg: Buffer, { camera, clock, utcOffset, ...place }: Capture): Promise<Buffer> {
  // sharp writes metadata only while it compresses. So it writes the EXIF of one pixel, which is copied.
  const small = await pixel
    .clone()
    .withExif({
      IFD0: { Make: "Phonemaker", Model: camera },
      IFD2: { DateTimeOriginal: clock.replaceAll("-", ":"), OffsetTimeOriginal: offsetText(utcOffset) },
      IFD3: {
        GPSLatitudeRef: place.latitude < 0 ? "S" : "N",
        GPSLatitude: degrees(place.latitude),
        GPSLongitudeRef: place.longitude < 0 ? "W" : "E",
        GPSLongitude: degrees(place.longitude),
      },
    })
    .toBuffer();
  const { exif } = await sharp(small).metadata();
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xffe1);
  segment.writeUInt16BE(exif!.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, startOfImage), segment, exif!, jpeg.subarray(startOfImage)]);
}

function degrees(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 3600 * 100);
  const [whole, rest] = [Math.floor(hundredths / 360_000), hundredths % 360_000];
  return `${whole}/1 ${Math.floor(rest / 6000)}/1 ${rest % 6000}/100`;
}

/** The distance from UTC as EXIF writes it: `+01:00`. */
function offsetText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
