import type { NewItem } from './storage/item-table.ts';

/** An uploaded part that lies in the blob store's `incoming/`, hashed and, if it is json, checked. */
export interface ReceivedUpload {
  readonly blob: string;
  readonly sha256: string;
  readonly size: number;
  readonly name: string | null;
  readonly mediaType: string;
}

/** The kind of data item a part becomes: its MIME type decides, its name never does (docs/service.md 4.2). */
export function kindOf(mediaType: string): 'file' | 'json' | 'text' {
  if (mediaType === 'application/json') return 'json';
  return mediaType === 'text/plain' ? 'text' : 'file';
}

/** The data item of an uploaded part. */
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

/** The uploads whose bytes are neither in `known` (sha256) nor earlier in the same list, in their order. */
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
