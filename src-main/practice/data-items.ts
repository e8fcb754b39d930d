import { createHash, randomUUID } from 'node:crypto';
import type { MedicalRecord, ProducedItem } from './reading/evaluation.ts';
import type { ItemRow, NewItem } from './storage/item-table.ts';

/** An uploaded file. The content is in the folder `incoming/` of the blob store under the name `blob`. `size` is in bytes. */
export interface ReceivedUpload {
  readonly blob: string;
  readonly sha256: string;
  readonly size: number;
  readonly name: string | null;
  readonly mediaType: string;
}

/** Returns the kind of data item that an uploaded file becomes. The MIME type alone decides (docs/service.md 4.2). */
export function kindOf(mediaType: string): 'file' | 'json' | 'text' {
  if (mediaType === 'application/json') return 'json';
  return mediaType === 'text/plain' ? 'text' : 'file';
}

export function uploadedItem(upload: ReceivedUpload, tag: string, created: number): NewItem {
  const kind = kindOf(upload.mediaType);
  return {
    uuid: upload.blob,
    item_group: 'inputs',
    tag,
    name: upload.name,
    data_format: kind === 'file' ? upload.mediaType : null,
    kind,
    media_type: upload.mediaType,
    blob: upload.blob,
    data: null,
    sha256: upload.sha256,
    size: upload.size,
    alias: null,
    records: null,
    created,
  };
}

/** Returns the uploads in their order, without each upload whose sha256 is in `known` or equals that of an earlier upload. */
export function withoutDuplicates(
  uploads: readonly ReceivedUpload[],
  known: Iterable<string>,
): ReceivedUpload[] {
  const seen = new Set(known);
  return uploads.filter(({ sha256 }) => {
    if (seen.has(sha256)) return false;
    seen.add(sha256);
    return true;
  });
}

const CARRIED_GROUP = 'documents';

/** Returns a data item in the group `documents` for each file of `inputs` that has medical records in `records` (docs/service.md 2.2). */
export function carriedItems(
  taskUuid: string,
  inputs: readonly ItemRow[],
  records: ReadonlyMap<string, readonly MedicalRecord[]>,
  created: number,
): NewItem[] {
  return inputs.flatMap((input) => {
    const found = records.get(input.uuid) ?? [];
    if (input.kind !== 'file' || found.length === 0) return [];
    const isVisit = found.some((record) => record.record_type === 'patient-visit');
    return [
      {
        ...input,
        uuid: randomUUID(),
        item_group: CARRIED_GROUP,
        tag: isVisit ? 'clinical-notes' : 'supporting-document',
        alias: `${taskUuid}/${input.uuid}`,
        records: null,
        created,
      },
    ];
  });
}

export function producedItems(produced: readonly ProducedItem[], created: number): NewItem[] {
  return produced.map(({ group, tag, name, content }) => {
    const data = content.kind === 'json' ? JSON.stringify(content.data) : content.data;
    return inlineItem({ item_group: group, tag, name, kind: content.kind, data, created });
  });
}

export function inlineItem(
  item: Pick<NewItem, 'item_group' | 'tag' | 'name' | 'kind' | 'created'> & { readonly data: string },
): NewItem {
  return {
    ...item,
    uuid: randomUUID(),
    data_format: null,
    media_type: item.kind === 'json' ? 'application/json' : 'text/plain',
    blob: null,
    sha256: createHash('sha256').update(item.data).digest('hex'),
    size: Buffer.byteLength(item.data),
    alias: null,
    records: null,
  };
}
