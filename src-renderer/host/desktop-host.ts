import { z } from 'zod';
import { BRIDGE_NAME, type Transport } from '../../src-main/contract/bridge.ts';
import {
  type DesktopInput,
  type DesktopOutput,
  type DesktopRequest,
  desktopOutputOf,
} from '../../src-main/contract/desktop-requests.ts';
import { failureOf, type Result } from '../../src-main/contract/result.ts';
import { say } from '../../src-main/contract/say.ts';
import { createClient } from './client.ts';
import type { Host } from './host.ts';

/** Creates the host of a page in the desktop program. Every call goes through the bridge that the preload script created. */
export function createDesktopHost(bridge: Transport = bridgeOf(window)): Host {
  const { ask, call, subscribe } = createClient(bridge, gone);
  const askDesktop = <N extends DesktopRequest>(
    name: N,
    input: DesktopInput<N>,
    files?: readonly File[],
  ): Promise<Result<DesktopOutput<N>>> => ask(desktopOutputOf(name), name, input, files);
  return {
    kind: 'desktop',
    call,
    subscribe,
    // The page does not read dropped folders, because the engine reads them.
    filesOf: async (transfer) => [...transfer.files].map((file, entry) => ({ path: file.name, file, entry })),
    addFiles: async (drop, given, onProgress) => {
      const files = given.flatMap(({ file }) => file ?? []);
      const folders = given.flatMap(({ path, file }) => (file === null ? [path] : []));
      const total = files.reduce((sum, { size }) => sum + size, 0);
      const added = await askDesktop('desktop.add-files', { drop, folders }, files);
      if (!added.ok) return added;
      onProgress(total, total);
      return { ok: true, value: null };
    },
    saveDocument: (task, item, name) => askDesktop('desktop.save-document', { task, item, name }),
    saveMade: (file, name) => askDesktop('desktop.save-made', { file, name }),
    readDocument: async (task, item) => {
      const read = await askDesktop('desktop.read-document', { task, item });
      if (!read.ok) return read;
      const { name, type, bytes } = read.value;
      return { ok: true, value: { name, type, blob: new Blob([bytes], { type }) } };
    },
    copyText: (text) => askDesktop('desktop.copy-text', { text }),
    chooseFolder: () => askDesktop('desktop.choose-folder', {}),
  };
}

function bridgeOf(page: object): Transport {
  return z
    .object({ [BRIDGE_NAME]: z.custom<Transport>((value) => typeof value === 'object' && value !== null) })
    .transform((found) => found[BRIDGE_NAME])
    .parse(page);
}

const gone = failureOf(
  'host.gone',
  say('app.windowGetsNoResponse'),
  say('app.waitMomentTryAgainProblemLasts'),
);
