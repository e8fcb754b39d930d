import type { Migration } from './migration.ts';

/*
 * `parcel` is the id of the first row of a parcel, shared by all rows of the parcel. For older rows of a
 * folder, the group gives the parcel. Older drops stored no parcel: duplicates of the same submission are one
 * parcel only if their number equals the number of documents of that submission. In doubt each file is its
 * own parcel, because documents of two patients in one Task are worse.
 */
export const parcels: Migration = {
  version: 15,
  name: 'parcels',
  sql: `
    ALTER TABLE file ADD COLUMN parcel INTEGER;

    UPDATE file SET parcel = id WHERE duplicate_of IS NOT NULL AND state IN ('duplicate', 'held');
    UPDATE file SET parcel = (SELECT MIN(other.id) FROM file AS other
      WHERE other.duplicate_of = file.duplicate_of AND other.state IN ('duplicate', 'held')
        AND other.folder_id = file.folder_id AND other.group_key = file.group_key AND other.current = 1)
    WHERE parcel IS NOT NULL AND current = 1 AND folder_id IS NOT NULL AND group_key IS NOT NULL;
    UPDATE file SET parcel = (SELECT CASE
        WHEN COUNT(*) = (SELECT COUNT(*) FROM submission_file WHERE submission_id = file.duplicate_of) THEN MIN(other.id)
        ELSE file.id END
      FROM file AS other
      WHERE other.duplicate_of = file.duplicate_of AND other.folder_id IS NULL AND other.found_at = file.found_at
        AND other.state IN ('duplicate', 'held'))
    WHERE parcel IS NOT NULL AND folder_id IS NULL;

    CREATE INDEX file_parcel ON file (parcel) WHERE parcel IS NOT NULL;
    CREATE INDEX file_given ON file (path) WHERE folder_id IS NULL AND state = 'held';
  `,
};
