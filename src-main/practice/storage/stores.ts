import { createBlobStore } from './blob-store.ts';
import { openDatabase } from './database.ts';
import { createItemTable } from './item-table.ts';
import { createOrganisationTable } from './organisation-table.ts';
import { createTaskTable } from './task-table.ts';

export type Stores = ReturnType<typeof openStores>;

export function openStores(dataDir: string) {
  const db = openDatabase(dataDir);
  const items = createItemTable(db);
  const blobs = createBlobStore(dataDir);
  blobs.recover((uuid) => items.knowsBlob(uuid));
  return {
    db,
    organisations: createOrganisationTable(db),
    tasks: createTaskTable(db),
    items,
    blobs,
  };
}
