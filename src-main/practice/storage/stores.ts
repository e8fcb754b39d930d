import { type BlobStore, createBlobStore } from './blob-store.ts';
import { type Db, openDatabase } from './database.ts';
import { createItemTable, type ItemTable } from './item-table.ts';
import { createOrganisationTable, type OrganisationTable } from './organisation-table.ts';
import { createTaskList, type TaskList } from './task-list.ts';
import { createTaskTable, type TaskTable } from './task-table.ts';

export interface Stores {
  readonly db: Db;
  readonly organisations: OrganisationTable;
  readonly tasks: TaskTable;
  readonly list: TaskList;
  readonly items: ItemTable;
  readonly blobs: BlobStore;
}

export function openStores(dataDir: string): Stores {
  const db = openDatabase(dataDir);
  const items = createItemTable(db);
  const blobs = createBlobStore(dataDir);
  blobs.recover((uuid) => items.knowsBlob(uuid));
  return {
    db,
    organisations: createOrganisationTable(db),
    tasks: createTaskTable(db),
    list: createTaskList(db),
    items,
    blobs,
  };
}
