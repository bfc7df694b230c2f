import type { SetByDatabase } from "./columns.ts";

export interface CountTables {
  user_space: { user_id: string; bytes: SetByDatabase<number> };
  squad_space: { squad_id: string; bytes: SetByDatabase<number> };
}
