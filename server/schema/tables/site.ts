export interface SiteTables {
  stores: { id: string; written_in: string };
}
