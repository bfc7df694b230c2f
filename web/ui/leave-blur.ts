import type { SyntheticEvent } from "react";

/** A picture of one point that cannot be seen. */
const nothing = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** For a photo that does not load: its words are for whoever cannot see, and would hide the blur that stands in its place. */
export function leaveBlur({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  if (currentTarget.src !== nothing) currentTarget.src = nothing;
}
