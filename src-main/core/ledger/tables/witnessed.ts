import { z } from 'zod';
import { type Ledger, readValue } from '../db/ledger.ts';

/** A document of a Task, as the service told of the document. */
export interface Witnessed {
  readonly taskUuid: string;
  readonly itemUuid: string;
  readonly taskType: string;
  readonly name: string | null;
  /** The SHA-256 of the document; null if the service did not give the bytes. */
  readonly sha256: string | null;
}

export function addWitnessed(ledger: Ledger, documents: readonly Witnessed[]): void {
  const add = ledger.prepared(
    `INSERT INTO witnessed (task_uuid, item_uuid, task_type, name_stem, sha256)
     VALUES (@taskUuid, @itemUuid, @taskType, @stem, @sha256)
     ON CONFLICT (task_uuid, item_uuid) DO UPDATE SET sha256 = excluded.sha256`,
  );
  for (const { taskUuid, itemUuid, taskType, name, sha256 } of documents)
    add.run({ taskUuid, itemUuid, taskType, stem: name === null ? null : nameStem(name), sha256 });
}

/**
 * Returns the uuid of a Task of the organization that may have this document: the service has the same bytes, or did not give the bytes of
 * a document with the same name. Returns null without such a Task of the task type.
 */
export function witnessOf(
  ledger: Ledger,
  taskType: string,
  { name, sha256 }: { readonly name: string; readonly sha256: string },
): string | null {
  const found = ledger.prepared(
    `SELECT task_uuid FROM witnessed WHERE sha256 = @sha256 AND task_type = @taskType
     UNION ALL SELECT task_uuid FROM witnessed WHERE sha256 IS NULL AND name_stem = @stem AND task_type = @taskType LIMIT 1`,
  );
  return readValue(found, z.string(), { taskType, sha256, stem: nameStem(name) });
}

// The service may leave out the extension of a name, and may change the case.
function nameStem(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/\.[^.]*$/, '');
}
