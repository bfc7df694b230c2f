/** The hashtags of every trip. */
const always = ["#SurfTrip", "#GoodVibes"] as const;

/** A trip's hashtags: one for each of the first two parts of its location, then those of every trip. */
export function hashtagsOf(location: string): readonly string[] {
  const places = location
    .split(/[,/·|]|\s[-–—]\s/)
    .map(asTag)
    .filter((tag) => tag.length > 1)
    .slice(0, 2);
  return [...new Set([...places, ...always])];
}

/** "ribeira d'Ilhas" as "#RibeiraDIlhas": letters and digits of any script, each word with a capital. */
const asTag = (place: string): string =>
  `#${place
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => word.charAt(0).toLocaleUpperCase() + word.slice(1))
    .join("")}`;
