/** What chats and search engines show of a link to a page. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  /** The path of a JPEG of `previewSize` on this site. */
  readonly picture: string;
}

/** In pixels: the size that chats show large. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The tags of a preview for the head of a document (ogp.me). `site` is the origin, because readers of these tags take no relative address. */
export const linkTags = ({ title, description, picture }: LinkPreview, site: string): string =>
  [
    `<title>${attribute(title)}</title>`,
    named("description", description),
    property("site_name", "Swellmates"),
    property("type", "website"),
    property("title", title),
    property("description", description),
    property("image", site + picture),
    property("image:type", "image/jpeg"),
    property("image:width", String(previewSize.width)),
    property("image:height", String(previewSize.height)),
    property("image:alt", title),
    named("twitter:card", "summary_large_image"),
  ].join("");

const named = (name: string, content: string) => `<meta name="${name}" content="${attribute(content)}">`;
const property = (name: string, content: string) => `<meta property="og:${name}" content="${attribute(content)}">`;

/** Text that cannot leave the quotes of an attribute, or its element. */
const attribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
