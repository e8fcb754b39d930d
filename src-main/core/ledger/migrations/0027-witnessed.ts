/*
 * `witnessed` has documents of the organization's Tasks at the service, of which the ledger does not know who sent them. A null `sha256`
 * means that the service did not give the bytes. Only the name can then be compared.
 */
export const witnessed = {
  version: 27,
  name: 'witnessed documents',
  sql: `
    CREATE TABLE witnessed (
      task_uuid TEXT NOT NULL,
      item_uuid TEXT NOT NULL,
      task_type TEXT NOT NULL,
      name_stem TEXT,
      sha256    TEXT,
      PRIMARY KEY (task_uuid, item_uuid)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX witnessed_content ON witnessed (sha256) WHERE sha256 IS NOT NULL;
    CREATE INDEX witnessed_name ON witnessed (name_stem) WHERE sha256 IS NULL AND name_stem IS NOT NULL;
  `,
};
