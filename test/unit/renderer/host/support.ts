import { join } from 'node:path';
import { build } from 'vite';
import type { BuiltFiles } from '../../../../src-main/hosts/built-files.ts';

const PAGE = '<!doctype html><script type="module" src="/page.js"></script>';
const ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** A built page around the browser host with its worker, to be served as the renderer is. */
export async function hostPage(): Promise<BuiltFiles> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'esnext',
      rolldownOptions: {
        input: join(import.meta.dirname, 'host-page.ts'),
        output: { entryFileNames: 'page.js' },
      },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  if (first === undefined || !('output' in first)) throw new Error('The page was not built.');
  const file = (type: string, text: string | Uint8Array) => ({
    type,
    bytes: new Uint8Array(Buffer.from(text)),
  });
  const scripts = first.output.map(
    (part) =>
      [
        `/${part.fileName}`,
        file('text/javascript; charset=utf-8', part.type === 'chunk' ? part.code : part.source),
      ] as const,
  );
  return new Map([
    ...scripts,
    ['/', file('text/html; charset=utf-8', PAGE)],
    ['/favicon.ico', file('image/svg+xml', ICON)],
  ]);
}
