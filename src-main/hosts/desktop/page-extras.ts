import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Result } from '../../contract/result.ts';
import type { App, Caller, FetchedDocument } from '../app/app.ts';

const MAX_SHOWN_BYTES = 100 * 1024 * 1024;

/** The native dialogs, each giving the chosen path or null. */
export interface PathDialogs {
  chooseFolder(): Promise<string | null>;
  /** True if a person chose this absolute path with `chooseFolder` since the program started. */
  isChosen(path: string): boolean;
  chooseTarget(proposed: string): Promise<string | null>;
}

const id = z.string().min(1).max(200);
const filesInput = z.strictObject({
  drop: id,
  files: z.array(z.string()),
  folders: z.array(z.string()),
});
const documentInput = z.strictObject({ task: id, item: id });
const copyInput = z.strictObject({ text: z.string().max(10_000_000) });
const madeInput = z.strictObject({ file: id, name: z.string().max(500) });
const saveInput = documentInput.extend({ name: z.string().max(500) });

interface ExtrasParts {
  readonly app: App;
  readonly caller: Caller;
  readonly dialogs: PathDialogs;
  readonly downloads: () => string;
  readonly writeClipboard: (text: string) => void;
}

/** What the bridge offers beside the verbs: what needs the system's own paths, dialogs, clipboard or many bytes. */
export function createPageExtras({ app, caller, dialogs, downloads, writeClipboard }: ExtrasParts) {
  return {
    async addFiles(input: unknown): Promise<Result<unknown>> {
      const asked = filesInput.safeParse(input);
      if (!asked.success) return notUnderstood;
      const { drop, files, folders } = asked.data;
      const paths = [...files, ...folders];
      const isGiven = !files.includes('') && folders.every((folder) => dialogs.isChosen(resolve(folder)));
      if (!isGiven || paths.length === 0) return notFiles;
      return app.call('drops.add-paths', { drop, paths }, caller);
    },
    async saveDocument(input: unknown): Promise<Result<{ saved: boolean }>> {
      const asked = saveInput.safeParse(input);
      if (!asked.success) return notUnderstood;
      const { task, item, name } = asked.data;
      const target = await dialogs.chooseTarget(join(downloads(), plainName(name)));
      if (target === null) return { ok: true, value: { saved: false } };
      const saved = await app.saveDocument(task, item, target, caller);
      return saved.ok ? { ok: true, value: { saved: true } } : saved;
    },
    async saveMade(input: unknown): Promise<Result<{ saved: boolean }>> {
      const asked = madeInput.safeParse(input);
      if (!asked.success) return notUnderstood;
      const { file, name } = asked.data;
      const target = await dialogs.chooseTarget(join(downloads(), plainName(name)));
      if (target === null) return { ok: true, value: { saved: false } };
      const saved = await app.saveMade(file, target);
      return saved.ok ? { ok: true, value: { saved: true } } : saved;
    },
    async readDocument(input: unknown): Promise<Result<unknown>> {
      const asked = documentInput.safeParse(input);
      if (!asked.success) return notUnderstood;
      const fetched = await app.readDocument(asked.data.task, asked.data.item, caller);
      return fetched.ok ? await wholeDocument(fetched.value) : fetched;
    },
    async chooseFolder(): Promise<Result<{ path: string | null }>> {
      return { ok: true, value: { path: await dialogs.chooseFolder() } };
    },
    copyText(input: unknown): Result<null> {
      const asked = copyInput.safeParse(input);
      if (!asked.success) return notUnderstood;
      writeClipboard(asked.data.text);
      return { ok: true, value: null };
    },
  };
}

async function wholeDocument(document: FetchedDocument): Promise<Result<unknown>> {
  try {
    if (document.size > MAX_SHOWN_BYTES) return tooLarge;
    const bytes = new Uint8Array(document.size);
    let length = 0;
    for await (const chunk of document.stream()) {
      if (length + chunk.length > document.size) return unreadable;
      bytes.set(chunk, length);
      length += chunk.length;
    }
    if (length < document.size) return unreadable;
    return { ok: true, value: { name: document.name, type: document.mediaType, bytes } };
  } catch {
    return unreadable;
  } finally {
    await document.dispose();
  }
}

/** A name that cannot lead to another folder and reads as what the name is, whatever the service called the document. */
function plainName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  return plain === '' ? 'document' : plain;
}

const failure = (code: string, message: string, next: string) =>
  ({ ok: false, error: { code, message, next } }) as const;

const notUnderstood = failure(
  'request.not-understood',
  'This window and the running Clearfolder do not match. Nothing was changed.',
  'Close this window and open Clearfolder again.',
);
const notFiles = failure(
  'drop.not-files',
  'Some dropped items are not files on this computer, so nothing was added.',
  'Save each item as a file first, then drop the files.',
);
const tooLarge = failure(
  'document.too-large-to-show',
  'The document is larger than 100 MB, so Clearfolder cannot show it. The document is unchanged.',
  'Save the document and open it in another program.',
);
const unreadable = failure(
  'document.incomplete',
  'The document did not arrive completely, so Clearfolder does not show it. The document at the service is unchanged.',
  'Try again.',
);
