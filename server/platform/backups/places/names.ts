/** A part that began with a dot could leave the place, or be hidden. */
const part = "[A-Za-z0-9_-][A-Za-z0-9._-]*";
const form = new RegExp(`^${part}(/${part})*$`);

/** Whether a place can have a file of this name. */
export const isName = (name: string): boolean => form.test(name);

/** Throws unless a place can have a file of this name; returns the name. */
export function checkName(name: string): string {
  if (!isName(name)) throw new Error(`No name of a file in a backup: ${name}`);
  return name;
}
