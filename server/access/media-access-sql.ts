/** Joins that tell how viewer `v.user_id` stands to media row `m`: in its trip's crew, or in the squad of either. */
export const mediaTieJoins = `left join trips t on t.id = m.trip_id
  left join squads s on s.id = coalesce(m.squad_id, t.squad_id)
  left join squad_members sm on sm.squad_id = s.id and sm.user_id = v.user_id
  left join trip_members tm on tm.trip_id = t.id and tm.user_id = v.user_id`;

const isMember = "(sm.user_id is not null or tm.user_id is not null)";
const isOrganizer = `(sm.role is not distinct from 'admin' or (t.created_by is not distinct from v.user_id
    and (sm.user_id is not null or (t.squad_id is null and tm.user_id is not null))))`;

/** With `mediaTieJoins`. */
export const mediaRights = {
  isMember,
  isOrganizer,
  isPublic: "coalesce(s.is_public, false)",
  /** Of a photo in the trash: the person who deleted it and the organizers. */
  mayRestore: `(${isOrganizer} or (${isMember} and m.trashed_by is not distinct from v.user_id))`,
};

/** Whether viewer `v` shares a squad or trip with person `u`, or finds them in a public squad. */
const mayKnow = `(v.user_id is not null and (
  exists (select from squad_members a join squads y on y.id = a.squad_id
    left join squad_members b on b.squad_id = a.squad_id and b.user_id = v.user_id
    where a.user_id = u.id and (y.is_public or b.user_id is not null))
  or exists (select from trip_members a join trip_members b on b.trip_id = a.trip_id and b.user_id = v.user_id where a.user_id = u.id)))`;

const isOwn = "m.uploader_id is not distinct from v.user_id and v.user_id is not null";

/** Whether a viewer may look at a rendition. `invite` is an expression: the code of a squad's invite link, or null. */
export const mayLook = (invite: string) => `case m.purpose
  when 'gallery' then ${mediaRights.isMember} or ${mediaRights.isPublic}
  when 'live' then ${mediaRights.isMember}
  when 'trash' then ${mediaRights.mayRestore}
  when 'profile' then (${isOwn}) or exists (
    select from users u where u.id = m.uploader_id and u.profile_image_url = '/objects/' || m.id and ${mayKnow})
  when 'squad' then case when m.squad_id is null then ${isOwn}
    else ${mediaRights.isMember} or ${mediaRights.isPublic} or s.invite_code is not distinct from ${invite} end
  when 'trip' then case when m.trip_id is null then ${isOwn}
    else ${mediaRights.isMember} or (${mediaRights.isPublic} and v.user_id is not null) end
end`;

/** Whether a viewer who may look may have the original too. */
export const mayHaveOriginal = `case m.purpose
  when 'profile' then ${isOwn}
  else ${mediaRights.isMember} or (m.squad_id is null and m.trip_id is null and ${isOwn})
end`;

/** Whether anyone at all may look, so that a cache between us and a visitor may keep it a while. */
export const isOpenToAll = `(m.purpose in ('gallery', 'squad') and ${mediaRights.isPublic})`;
