import type { Migration } from './migration.ts';

/*
 * `parcel`: the duplicates that were to become one Task share the id of the first of their rows. For older rows of a folder, the group
 * gives the parcel. Older drops stored no parcel: their duplicates count as one parcel only if their number equals the number of documents
 * of the Task that they duplicate. In doubt each page becomes a Task, because documents of two patients in one Task are worse.
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
