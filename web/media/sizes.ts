import { locale } from "#contract/locale.ts";

const [mega, giga, tera] = [1024 ** 2, 1024 ** 3, 1024 ** 4];

/** "0.3 MB", "4.1 GB", and what is smaller than a twentieth of a megabyte in kB. */
export function formatBytes(bytes: number): string {
  if (bytes < mega / 20) return `${Math.ceil(bytes / 1024)} kB`;
  const [unit, name] = bytes < giga ? [mega, "MB"] : bytes < tera ? [giga, "GB"] : [tera, "TB"];
  return `${(bytes / unit).toLocaleString(locale, { maximumFractionDigits: 1 })} ${name}`;
}
