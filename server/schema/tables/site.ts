export interface SiteTables {
  stores: { id: string; written_in: string };
  taken_backups: { name: string; place: string; ended_at: Date; database_bytes: number; photo_files: number };
}
