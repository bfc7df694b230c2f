import type { User } from "#contract/people.ts";
import { ApiError, api } from "./api.ts";

/** Who is here, as the page itself says it; asked of the server when it does not. Null is a visitor. */
export async function findViewer(): Promise<User | null> {
  const told = document.querySelector("script#first")?.textContent;
  if (told) {
    const first: { user: User | null } = JSON.parse(told);
    return first.user;
  }
  try {
    return await api("GET /api/auth/user");
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
