import { expect, test } from "vitest";
import { captureTimeInName } from "./name-date.ts";

test.each([
  ["Screenshot 2025-07-14 at 9.41.07\u202fPM.png", "2025-07-14T21:41:07.000Z"],
  ["Screenshot 2025-07-14 at 9.41.07 AM.png", "2025-07-14T09:41:07.000Z"],
  ["Screenshot 2025-07-14 at 12.05.00 AM (2).png", "2025-07-14T00:05:00.000Z"],
  ["Screenshot 2025-07-14 at 12.05.00 pm.png", "2025-07-14T12:05:00.000Z"],
  ["Screenshot 2025-07-14 at 21.41.07.png", "2025-07-14T21:41:07.000Z"],
  ["IMG_20250714_094107.jpg", "2025-07-14T09:41:07.000Z"],
  ["2025-07-14 9 pm at the reef.jpg", "2025-07-14T12:00:00.000Z"],
  ["WhatsApp Bild 2025-07-14 um 09.41.07_1a2b3c4d.jpg", "2025-07-14T09:41:07.000Z"],
  ["Capture d’écran 2025-07-14 à 09.41.07.png", "2025-07-14T09:41:07.000Z"],
  ["Captura de pantalla 2025-07-14 a las 9.41.07.png", "2025-07-14T09:41:07.000Z"],
  ["Captura de pantalla 2025-07-14 a la(s) 9.41.07 p. m..png", "2025-07-14T21:41:07.000Z"],
  ["Skærmbillede 2025-07-14 kl. 9.41.07.png", "2025-07-14T09:41:07.000Z"],
  ["Zrzut ekranu 2025-07-14 o godz. 09.41.07.png", "2025-07-14T09:41:07.000Z"],
  ["Снимок экрана 2025-07-14 в 9.41.07.png", "2025-07-14T09:41:07.000Z"],
  ["截屏2025-07-14 下午9.41.07.png", "2025-07-14T21:41:07.000Z"],
  ["스크린샷 2025-07-14 오전 9.41.07.png", "2025-07-14T09:41:07.000Z"],
  ["スクリーンショット 2025-07-14 9.41.07.png", "2025-07-14T09:41:07.000Z"],
  ["لقطة شاشة ٢٠٢٥-٠٧-١٤ في ٩.٤١.٠٧ م.png", "2025-07-14T21:41:07.000Z"],
  ["photo_5@14-07-2025_09-41-07.jpg", "2025-07-14T09:41:07.000Z"],
  ["Photo 07-14-2025, 09 41 07.jpg", "2025-07-14T09:41:07.000Z"],
  ["Screenshot_2025-07-14-09-41-07-123_com.app.jpg", "2025-07-14T09:41:07.123Z"],
  ["00001IMG_00001_BURST20250714094107123_COVER.jpg", "2025-07-14T09:41:07.123Z"],
  ["12345678_20250714_094107.jpg", "2025-07-14T09:41:07.000Z"],
  ["2025-07-14 09.41.07-1.jpg", "2025-07-14T09:41:07.000Z"],
  ["IMG_20250714_994107.jpg", "2025-07-14T12:00:00.000Z"],
  ["Oma 1968-07-14.jpg", "1968-07-14T12:00:00.000Z"],
])("the file name %j gives the capture time %s", (name, takenAt) => {
  expect(captureTimeInName(name)).toEqual({ takenAt, utcOffset: null, isLocalClock: true });
});

test.each([
  ["FB_IMG_1752478867123.jpg", "2025-07-14T07:41:07.123Z"],
  ["mmexport1752478867123.jpg", "2025-07-14T07:41:07.123Z"],
  ["1712121234567.jpg", "2024-04-03T05:13:54.567Z"],
  ["PXL_20250714_074107123.MP.jpg", "2025-07-14T07:41:07.123Z"],
  ["20250714T074107Z.jpg", "2025-07-14T07:41:07.000Z"],
])("the file name %j gives the instant %s", (name, takenAt) => {
  expect(captureTimeInName(name)).toEqual({ takenAt, utcOffset: null, isLocalClock: false });
});

test.each([
  "IMG_0001.jpg",
  "received_10154123456789012.jpeg",
  "IMG_17524788671234.jpg",
  "1980-01-01.jpg",
  "DSC12345678.jpg",
])("the file name %j gives no capture time", (name) => {
  expect(captureTimeInName(name)).toBeNull();
});
