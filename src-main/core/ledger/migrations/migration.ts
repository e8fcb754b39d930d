/** One step of the ledger's schema. Steps are appended and numbered, never changed once released. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}
