import { BlobStore } from './blob-store.ts';
import { type Db, openDatabase } from './database.ts';
import { ItemTable } from './item-table.ts';
import { OrganisationTable } from './organisation-table.ts';
import { TaskList } from './task-list.ts';
import { TaskTable } from './task-table.ts';

/** Everything the service keeps on disk. */
export interface Stores {
  readonly db: Db;
  readonly organisations: OrganisationTable;
  readonly tasks: TaskTable;
  readonly list: TaskList;
  readonly items: ItemTable;
  readonly blobs: BlobStore;
}

/** Opens the data folder and puts in order what a stop left half done. */
export function openStores(dataDir: string): Stores {
  const db = openDatabase(dataDir);
  const items = new ItemTable(db);
  const blobs = new BlobStore(dataDir);
  blobs.recover((uuid) => items.knowsBlob(uuid));
  return {
    db,
    organisations: new OrganisationTable(db),
    tasks: new TaskTable(db),
    list: new TaskList(db),
    items,
    blobs,
  };
}
