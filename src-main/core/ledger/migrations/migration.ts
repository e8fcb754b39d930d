/** A step of the ledger's schema. New steps are appended and numbered. Released steps never change. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}
