import { formatCount, plural } from "#contract/locale.ts";
import type { ComponentProps } from "react";

/** Asks whether the viewer's photos stay when the account is deleted. */
export const PhotosChoice = ({ count, ...radio }: { count: number } & ComponentProps<"input">) => (
  <fieldset className="grid gap-1">
    <legend className="mb-1.5 text-sm font-bold">
      {plural(count, { one: "The photo you shared", other: `The ${formatCount(count)} photos you shared` })}
    </legend>
    <Choice {...radio} value="leave" label="Leave them with their crews" hint="They stay, without your name." />
    <Choice
      {...radio}
      value="take"
      label="Delete them too"
      hint="They are gone for everyone, except those that a friend added too."
    />
  </fieldset>
);

const Choice = ({ label, hint, ...radio }: { label: string; hint: string } & ComponentProps<"input">) => (
  <label className="flex min-h-11 items-start gap-3 py-2">
    <input {...radio} type="radio" className="mt-0.5 size-6 shrink-0 accent-(--action)" />
    <span className="grid">
      <span className="font-semibold">{label}</span>
      <span className="text-sm text-soft">{hint}</span>
    </span>
  </label>
);
