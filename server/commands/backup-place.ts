/** The environment, with this folder as the place of backups if one is given on the command line. */
export function environmentFor(folder: string | undefined): Readonly<Record<string, string | undefined>> {
  if (folder === undefined) return process.env;
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith("BACKUP_") || name === "BACKUP_DAYS");
  return { ...Object.fromEntries(others), BACKUP_DIR: folder };
}
