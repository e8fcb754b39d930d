import { createReadStream } from 'node:fs';
import type { LostDocument } from '../../contract/views/drop.ts';
import type { FetchDocument } from '../fetch-document.ts';
import type { CorrectionSource, SourceItem } from './correction-source.ts';
import type { DropFiller, StreamedFile } from './fill-drop.ts';
import { copyOf, type OpenDrop } from './open-drop.ts';
import { streamOf } from './typed-document.ts';

type Filler = Pick<DropFiller, 'addStream'>;

/**
 * Puts the documents of a Task into a drop, as the service has them: files by their download links, texts and data from the details.
 * Leaves out the data items with the uuids in `left`. The drop tells which documents did not come. Never rejects.
 */
export async function carryOver(
  drop: OpenDrop,
  filler: Filler,
  source: CorrectionSource,
  fetch: FetchDocument,
  left: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const item of source.items) {
    if (drop.isClosed) return;
    if (left.has(item.uuid)) drop.correction?.leftOut.push(nameOf(item));
    else {
      const why = await carryItem(drop, filler, source, item, fetch);
      if (why !== null) drop.correction?.lost.push({ name: nameOf(item), why });
    }
  }
}

async function carryItem(
  drop: OpenDrop,
  filler: Filler,
  source: CorrectionSource,
  item: SourceItem,
  fetch: FetchDocument,
): Promise<LostDocument['why'] | null> {
  const add = async (file: StreamedFile, stream: AsyncIterable<Uint8Array>) => {
    const entry = await filler.addStream(drop, { ...file, carried: true }, stream);
    const copy = copyOf(entry);
    // The service accepted this file as a document of the Task, so the list of document types does not hold the file.
    if (copy !== null) entry.fate = { state: 'ready', frozen: copy };
    drop.correction?.carried.push({ name: entry.shown, sha256: copy?.sha256 ?? '' });
  };
  if (item.data_type === 'file') {
    return await fetch(source.task, item.uuid, ({ path, fileName, size, sha256 }) => {
      const name = source.sent.get(sha256) ?? (fileName || nameOf(item));
      return add({ path: name.replace(/[\\/]/g, '-'), size }, createReadStream(path));
    });
  }
  const data = item['data'];
  const name = item.name ?? '';
  if (typeof data === 'string') await add(...streamOf({ kind: 'text', name, text: data }));
  else if (typeof data === 'object' && data !== null)
    await add(...streamOf({ kind: 'json', name, text: JSON.stringify(data, null, 2) }));
  // The kind of the item is unknown to this version (I7).
  else return 'other';
  return null;
}

export const nameOf = ({ name, tag }: Pick<SourceItem, 'name' | 'tag'>) => name?.trim() || tag;
