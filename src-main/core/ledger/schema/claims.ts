/** Claims of documents, for stations that share a stations' database (\`stations/postgres/\`). */
export const claimSchema = `
  -- A copy of this station's claims in the stations' database, so that this station can add lost claims after a restore of that database.
  -- \`unsent\` is 1 if nothing can have been sent under the claim while no submission has its external_id.
  CREATE TABLE claim (
    external_id TEXT PRIMARY KEY,
    key         TEXT NOT NULL,
    documents   TEXT NOT NULL CHECK (json_valid(documents)),
    standing    TEXT NOT NULL CHECK (standing IN ('intended', 'held', 'lost')),
    unsent      INTEGER NOT NULL CHECK (unsent IN (0, 1)),
    fence       INTEGER NOT NULL,
    told        INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    made_at     INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX claim_key ON claim (key);
  CREATE INDEX claim_open ON claim (standing, external_id) WHERE told = 0;

  -- The files whose documents other stations claimed.
  CREATE TABLE claim_elsewhere (
    file_id     INTEGER PRIMARY KEY,
    key         TEXT NOT NULL,
    external_id TEXT NOT NULL,
    station     TEXT NOT NULL,
    fence       INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX claim_elsewhere_key ON claim_elsewhere (key);
`;
