import { createReadStream } from 'node:fs';
import type { LostDocument } from '../../contract/views/drop.ts';
import type { FetchDocument } from '../fetch-document.ts';
import type { CorrectionSource, SourceItem } from './correction-source.ts';
import type { DropFiller, StreamedFile } from './fill-drop.ts';
import { copyOf, type OpenDrop } from './open-drop.ts';
import { streamOf } from './typed-document.ts';

type Filler = Pick<DropFiller, 'addStream'>;

/**
 * Copies the documents of a Task from the service into a drop. Files come from their download links, and texts and data come from the
 * stored details of the Task. Skips the data items whose uuids are in `left`. The drop lists each document that could not be copied, with
 * the reason. Never rejects.
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
    // The service has already accepted this file as a document, so the file is ready even if the drop would refuse its type.
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
  // This version of Clearfolder does not know the kind of the item (I7).
  else return 'other';
  return null;
}

export const nameOf = ({ name, tag }: Pick<SourceItem, 'name' | 'tag'>) => name?.trim() || tag;
