import type { Migration } from './migration.ts';

/*
 * From this version on a ledger knows its organization before its first create. Only a ledger of an older Clearfolder may hold a create of
 * unknown outcome whose organization was not recorded (I12).
 */
export const organisation: Migration = {
  version: 13,
  name: 'organisation',
  sql: `
    INSERT INTO station_state (key, value)
      SELECT 'organisation.unproven', 'true'
      WHERE EXISTS (SELECT 1 FROM submission
        WHERE attempts > 0 AND (state IN ('sending', 'unconfirmed') OR perhaps_sent = 1));
  `,
};
