/** The header in which a call names the person whose page makes it, by id. The server refuses it as 401 `other_person` for anybody else. */
export const personHeader = "swellmates-person";
