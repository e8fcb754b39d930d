import type { Result } from '../../src-main/contract/result.ts';
import { outputOf } from '../../src-main/contract/verbs/index.ts';
import { fetchDocument, fetchMade, post } from './browser-calls.ts';
import { filesOfDrop } from './browser-drop.ts';
import { followEvents } from './browser-events.ts';
import { enter } from './browser-session.ts';
import { createUploads } from './browser-uploads.ts';
import type { Host } from './host.ts';

/**
 * The host of a page in a browser: every call goes to the loopback server of the page. Resolves once `useBrowserSession` tells whether the
 * session is open; never rejects.
 */
export async function createBrowserHost(): Promise<Host> {
  const addFiles = await createUploads();
  await enter();
  return {
    kind: 'browser',
    call: (name, input) => post(`/api/call/${name}`, input, outputOf(name)),
    subscribe: followEvents,
    filesOf: filesOfDrop,
    addFiles,
    readDocument: (task, item) => fetchDocument(task, item),
    saveDocument: async (task, item, name) => {
      const read = await fetchDocument(task, item, 'save');
      if (!read.ok) return read;
      saveAs(read.value.blob, name);
      return { ok: true, value: { saved: true } };
    },
    saveMade: async (file, name) => {
      const read = await fetchMade(file);
      if (!read.ok) return read;
      saveAs(read.value.blob, name);
      return { ok: true, value: { saved: true } };
    },
    copyText,
    chooseFolder: null,
  };
}

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the URL after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function copyText(text: string): Promise<Result<null>> {
  try {
    await navigator.clipboard.writeText(text);
    return { ok: true, value: null };
  } catch {
    return {
      ok: false,
      error: {
        code: 'host.clipboard',
        message: 'This browser did not let the text be copied.',
        next: 'Select the text and copy it by keyboard.',
      },
    };
  }
}
