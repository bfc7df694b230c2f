/** The columns of a photo's row that a test does not care about. */
export const photoColumns = () => ({
  file_name: "wave.jpg",
  file_type: "image/jpeg",
  file_size: 1000,
  crc32: 1,
  width: 600,
  height: 400,
  caption: null,
  placeholder: null,
  rendition_type: null,
  taken_at: new Date(),
});
