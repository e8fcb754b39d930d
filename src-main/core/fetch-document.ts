import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LostDocument } from '../contract/views/drop.ts';
import { makePrivateFolder } from './data-folder/private-folder.ts';
import type { ServiceClient } from './service/service-client.ts';
import { ServiceError } from './service/service-failure.ts';

interface Fetched {
  readonly path: string;
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * Downloads the data item `item` of the Task `task` into a private file (docs/service.md 4.7), calls `use`, and then deletes the file.
 * Resolves to null after success, and otherwise to the reason of the failure. Never rejects.
 */
export type FetchDocument = (
  task: string,
  item: string,
  use: (document: Fetched) => Promise<void>,
) => Promise<LostDocument['why'] | null>;

/** @param folder the private folder for documents that Clearfolder downloads from the service */
export function createFetchDocument(
  client: Pick<ServiceClient, 'downloadItem'>,
  folder: string,
): FetchDocument {
  return async (task, item, use) => {
    const path = join(folder, randomUUID());
    try {
      await makePrivateFolder(folder);
      await use({ path, ...(await client.downloadItem(task, item, path)) });
      return null;
    } catch (error) {
      return whyLost(error);
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
  };
}

function whyLost(error: unknown): LostDocument['why'] {
  if (!(error instanceof ServiceError)) return 'other';
  switch (error.failure.kind) {
    case 'refused':
      return 'refused';
    case 'not-sent':
    case 'unknown':
      return 'unreachable';
    default:
      return 'other';
  }
}
