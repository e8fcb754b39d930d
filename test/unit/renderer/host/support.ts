import { join } from 'node:path';
import { build } from 'vite';
import type { BuiltFiles } from '../../../../src-main/hosts/built-files.ts';

const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8' };

/** A built page around the browser host, to be served as the renderer is. */
export async function hostPage(): Promise<BuiltFiles> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'esnext',
      lib: { entry: join(import.meta.dirname, 'host-page.ts'), formats: ['es'], fileName: 'page' },
    },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const chunk = first !== undefined && 'output' in first ? first.output[0] : null;
  if (chunk === null) throw new Error('The page was not built.');
  const bytes = (text: string) => new TextEncoder().encode(text);
  return new Map([
    [
      '/',
      { type: TYPES.html, bytes: bytes('<!doctype html><script type="module" src="/page.js"></script>') },
    ],
    ['/page.js', { type: TYPES.js, bytes: bytes(chunk.code) }],
    ['/favicon.ico', { type: 'image/svg+xml', bytes: bytes('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
  ]);
}
