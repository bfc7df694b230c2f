/** The invitation whose page the visitor returns to, for the calls that sign in. */
export function inviteIn(back: string) {
  const { pathname, searchParams } = new URL(back, location.origin);
  const place = /^\/join-squad\/([0-9a-f-]{36})$/i.exec(pathname)?.[1];
  const invite = searchParams.get("invite");
  return place !== undefined && invite !== null && invite.length <= 100 ? { invite, place } : {};
}
