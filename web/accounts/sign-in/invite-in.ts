/** The squad or trip that a path invites to, and the code of the invitation. */
export function joinIn(back: string) {
  const { pathname, searchParams } = new URL(back, location.origin);
  const id = /^\/join-squad\/([0-9a-f-]{36})$/i.exec(pathname)?.[1];
  return id === undefined ? undefined : { id, invite: searchParams.get("invite") ?? undefined };
}

/** The invitation whose page the visitor returns to, for the calls that sign in. */
export function inviteIn(back: string) {
  const { id: place, invite } = joinIn(back) ?? {};
  return place !== undefined && invite !== undefined && invite.length <= 100 ? { invite, place } : {};
}
