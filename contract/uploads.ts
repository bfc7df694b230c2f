import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Bytes, Id, albumFields, plain } from "./fields.ts";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "Please send SHA-256 sums in hexadecimal");

const knownFilesCall = {
  access: "seat",
  body: z.object({
    sha256: z.array(Sha256).min(1).max(100),
    personId: Id.optional().describe("Whose photos they are, if not mine: somebody whom the squad expects"),
  }),
  reply: z.object({ known: z.array(Sha256) }),
  status: 200,
} as const;

/** Resumable uploads. The bytes go by the core of tus 1.0 (HEAD and PATCH) to the address that the first call returns. */
export const uploads = defineCalls(() => ({
  "POST /api/uploads": {
    summary: "An address that takes one large file in pieces, until a day after the last piece",
    access: "seat",
    body: z.object({
      size: Bytes.min(1, "An empty file cannot be uploaded").describe("Bytes"),
      fileType: plain(100).optional(),
      sha256: Sha256.optional(),
      ...albumFields,
    }),
    reply: z.object({ uploadURL: z.string() }),
    status: 201,
  },
  "DELETE /api/uploads/:id": {
    summary: "Delete an upload of mine that is not registered, with the pieces that have arrived",
    access: "seat",
    reply: null,
  },
  "POST /api/trips/:id/media/known": {
    ...knownFilesCall,
    summary: "Which of the files that I add the trip already has",
  },
  "POST /api/squads/:id/media/known": {
    ...knownFilesCall,
    summary: "Which of the files that I add the squad already has outside its trips",
  },
}));

const others = "Please choose a photo (JPEG, PNG, WebP, GIF, AVIF or HEIC) or a video (MP4, MOV or WebM).";

/** The refusals of uploads and of their files. */
export const refusalsOfUploads = {
  squad_full:
    "This squad's space is full ({size}). An admin can delete photos, for good in “Recently deleted”, to make room.",
  user_full: "Your space is full ({size}). Delete photos of yours, for good in “Recently deleted”, to make room.",
  upload_address_invalid: "This upload address is not valid for you. Please start the upload again.",
  upload_address_used: "This upload address was used already. Please start the upload again.",
  upload_address_too_old: "This upload address is too old. Please start the upload again.",
  upload_address_foreign: "This is not the address of an upload.",
  upload_address_foreign_field: "Not the address of an upload",
  upload_not_arrived: "This file has not arrived here. Please upload it again.",
  upload_arrived_changed: "This file did not arrive as it was sent. Please upload it again.",
  upload_broke_off: "The connection broke off while uploading.",
  upload_sent_elsewhere: "Another request is still sending this upload. Please wait a moment.",
  upload_larger_than_announced: "This file is larger than announced.",
  upload_type_of_pieces: "Please send pieces of a file as application/offset+octet-stream.",
  upload_offset_invalid: "Upload-Offset must be the offset of this piece in the file, in bytes.",
  upload_offset_differs: "The offset differs from the number of bytes that have arrived. Please ask for it again.",
  upload_piece_after_end: "This piece begins after the end of the file.",
  uploads_too_many_at_once: "Many of your files are coming in already. Please wait for them first.",
  uploads_too_many_unfinished:
    "Too many of your uploads were begun and never finished. Please finish or cancel some of them first.",
  uploads_too_many_refused: "Several of your files were refused. Please wait a moment.",
  uploads_too_many_unreadable:
    "Several of your files could not be read. Please wait a few minutes before you send more.",
  photo_too_large: "This photo is too large: at most {max} MB, please.",
  video_too_large: "This video is too large: at most {max} MB, please.",
  file_too_large: "This file is too large: at most {max} MB, please.",
  video_too_long: "This video is longer than {max} minutes. Please cut it, or choose a shorter one.",
  picture_has_too_many_pixels:
    "This picture has {millions} million pixels; at most {max} million can be shown. Please choose a smaller one.",
  file_is_empty: "This file is empty. Please choose another one.",
  file_is_video: "This file is a video. Please choose a photo.",
  file_unreadable: "This file could not be read.",
  file_takes_too_long: "This file takes too long to read. Please choose the original file, or another one.",
  photo_damaged: "This photo is damaged or incomplete. Please choose the original file again.",
  video_damaged: "This video is damaged or incomplete. Please choose the original file again.",
  file_damaged: "This file is damaged or incomplete. Please choose the original file again.",
  files_unreadable_now: "Files cannot be read at the moment. Please tell the people who run this server.",
  file_is_matroska: `This file is a Matroska video. ${others}`,
  file_is_avi: `This file is an AVI video. ${others}`,
  file_is_raw: `This file is a TIFF or raw picture. ${others}`,
  file_is_sound: `This file is a sound recording. ${others}`,
  file_is_pdf: `This file is a PDF document. ${others}`,
  file_is_svg: `This file is an SVG drawing. ${others}`,
  file_is_playlist: `This file is a playlist. ${others}`,
  file_is_series: `This file is a series of pictures. ${others}`,
  file_is_no_media: `This file is no photo or video. ${others}`,
} as const;
