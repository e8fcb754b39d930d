// `claim` has a copy of this station's claims in the stations' database (`stations/postgres/`), so that this station can add lost claims
// after a restore of the database. `unsent` is 1 if nothing can have been sent under the claim while no submission has its external_id.
// `claim_elsewhere` has the files whose documents other stations claimed.
export const claims = {
  version: 20,
  name: 'claims',
  sql: `
    CREATE TABLE claim (
      external_id TEXT PRIMARY KEY,
      key         TEXT NOT NULL,
      payload     TEXT,
      documents   TEXT NOT NULL CHECK (json_valid(documents)),
      standing    TEXT NOT NULL CHECK (standing IN ('intended', 'held', 'lost')),
      unsent      INTEGER NOT NULL CHECK (unsent IN (0, 1)),
      fence       INTEGER NOT NULL,
      told        INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
      made_at     INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX claim_key ON claim (key);
    CREATE INDEX claim_open ON claim (standing, external_id) WHERE told = 0;

    CREATE TABLE claim_elsewhere (
      file_id     INTEGER PRIMARY KEY,
      key         TEXT NOT NULL,
      external_id TEXT NOT NULL,
      payload     TEXT,
      station     TEXT NOT NULL,
      fence       INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX claim_elsewhere_key ON claim_elsewhere (key);
  `,
};
