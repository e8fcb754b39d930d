import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Concern } from './case-file.ts';
import type { ReadableInput } from './evaluation.ts';
import { readInput } from './files/read-input.ts';
import { findInJson } from './records/find-in-json.ts';
import { findInPages } from './records/find-in-pages.ts';
import type { Finding, Recording } from './records/finding.ts';

export interface Gathered {
  readonly findings: readonly Finding[];
  readonly recordings: readonly Recording[];
  readonly data: ReadonlyMap<string, string>;
  /** The number of inputs that are documents. request_spec and plain data do not count. */
  readonly documents: number;
  readonly unreadable: readonly Concern[];
  /** Issues about documents that the service stored but did not read, or read only in part. */
  readonly remarks: readonly Concern[];
}

/**
 * Reads all inputs in order, and yields to other work between two inputs. A later property replaces an earlier property of the same name.
 */
export async function gather(inputs: readonly ReadableInput[], latestYear: number): Promise<Gathered> {
  const findings: Finding[] = [];
  const recordings: Recording[] = [];
  const data = new Map<string, string>();
  const unreadable: Concern[] = [];
  const counts = { noText: 0, tooLarge: 0, truncated: 0, blank: 0 };
  let documents = 0;
  for (const input of inputs) {
    if (input.tag === 'request-spec') continue;
    await nextTurn();
    const document = await readInput(input);
    if (document.kind === 'json') {
      const found = await findInJson(input.uuid, document.value, latestYear);
      findings.push(...found.findings);
      for (const [property, value] of found.data) data.set(property, value);
      if (found.findings.length > 0 || found.data.size === 0) documents += 1;
      continue;
    }
    documents += 1;
    if (document.kind === 'unreadable') unreadable.push(cannotRead(document.format));
    else if (document.kind === 'recording') {
      recordings.push({ inputUuid: input.uuid, seconds: document.seconds });
    } else if (document.kind === 'opaque') counts[document.why === 'no-text' ? 'noText' : 'tooLarge'] += 1;
    else {
      findings.push(...(await findInPages(input.uuid, document.pages, latestYear)));
      if (document.truncated) counts.truncated += 1;
      if (document.pages.every((page) => page.trim() === '')) counts.blank += 1;
    }
  }
  const remarks = [
    ...remark(recordings.length, 'is a recording and was kept, but its words were not read'),
    ...remark(counts.noText, 'is an image or another kind of file without text and was kept, but not read'),
    ...remark(counts.blank, 'has no text in it (it may be a scanned picture) and could not be used'),
    ...remark(counts.tooLarge, 'is too large to be read here and was kept, but not read'),
    ...remark(counts.truncated, 'is very long; only its first part was read'),
  ];
  return { findings, recordings, data, documents, unreadable, remarks };
}

function cannotRead(format: 'PDF' | 'text' | 'JSON'): Concern {
  const why = format === 'PDF' ? 'it is damaged or protected by a password' : `its content is not ${format}`;
  return {
    issue: {
      key: 'task.llm.other',
      message: `A ${format} document could not be read: ${why}. Nothing was decided. Send a copy that opens, as a new Task.`,
    },
    effect: 'remark',
    codes: [],
  };
}

function remark(count: number, what: string): Concern[] {
  if (count === 0) return [];
  const subject = count === 1 ? 'One document' : `${count} documents: each`;
  return [{ issue: { key: 'task.llm.other', message: `${subject} ${what}.` }, effect: 'remark', codes: [] }];
}
