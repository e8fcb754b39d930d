import '../../../../src-renderer/zod-config.ts';
import { createBrowserHost } from '../../../../src-renderer/host/browser-host.ts';
import { openSession, useBrowserSession } from '../../../../src-renderer/host/browser-session.ts';
import type { GivenFile, Host } from '../../../../src-renderer/host/host.ts';

/** What the tests of the browser host do with it, as a page. */
const connection = await openSession();
const opened: Host | null = connection === null ? null : createBrowserHost(connection);
const events: string[] = [];
opened?.subscribe(
  (event) => void events.push(event.kind),
  () => undefined,
);
const host = (): Host => {
  if (opened === null) throw new Error('The page has no connection.');
  return opened;
};

const probe = {
  session: () => useBrowserSession.getState(),
  preferences: () => host().call('preferences.get', {}),
  read: async () => {
    const read = await host().readDocument('t', 'i');
    return read.ok
      ? { ...read.value, text: await read.value.blob.text(), blobType: read.value.blob.type }
      : read;
  },
  save: () => host().saveDocument('t', 'i', 'Bescheid.pdf'),
  upload: async (count: number, bytes: number) => {
    const told: number[] = [];
    const files: GivenFile[] = Array.from({ length: count }, (_, index) => ({
      path: `Ordner/ä & ${index}.pdf`,
      file: new File([new Uint8Array(bytes)], `${index}.pdf`),
      entry: 0,
    }));
    const result = await host().addFiles('d1', files, (sent, total) => {
      if (total !== count * bytes) throw new Error('The total is wrong.');
      told.push(sent);
    });
    return { result, told };
  },
  events: () => events,
};
export type Probe = typeof probe;

Object.assign(window, { probe });
