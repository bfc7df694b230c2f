/** What a photo needs before it has loaded, and if it does not load. */
export { showPlaceholder } from "./placeholders.ts";
export { retryImage } from "./retry-image.ts";
