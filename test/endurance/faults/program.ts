import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { memoryDisk } from '../memory-disk.ts';

/** The child, ready to be started many times. */
export interface Program extends Disposable {
  readonly script: string;
  readonly compileCache: string;
}

const ROOT = join(import.meta.dirname, '../../..');
/** Modules with native parts, which must stay where they are. */
const NATIVE = ['better-sqlite3', 'keytar'];
const NOT_HERE = `export default class { constructor() { throw new Error('samples are not made in this scene'); } }`;
/** Backups are copied in place: a thread's calls are not wrapped, and no simulated time passes in a thread. */
const IN_PLACE = `export { copyLedger as copyInThread } from '${join(ROOT, 'src-main/core/ledger/backup/copy-ledger.ts')}';`;

/**
 * Puts the child and the program into a few files: reading some 900 modules one by one costs more than the station's whole
 * run of the scene. CommonJS, because a module that imports `node:http` makes Node load a second undici, and unminified,
 * so that a stack tells where. The bundle leaves out pdfkit, which draws sample documents.
 */
export async function buildProgram(): Promise<Program> {
  const dir = mkdtempSync(join(memoryDisk(), 'clearfolder-program-'));
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  try {
    await build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      ssr: { noExternal: true, external: NATIVE },
      plugins: [
        {
          name: 'of-one-thread',
          enforce: 'pre',
          resolveId: (id) => (id === 'pdfkit' ? '\0pdfkit' : null),
          load: (id) => {
            if (id === '\0pdfkit') return NOT_HERE;
            return id.endsWith('/copy-in-thread.ts') ? IN_PLACE : null;
          },
        },
      ],
      build: {
        ssr: true,
        target: 'node24',
        outDir: dir,
        emptyOutDir: false,
        minify: false,
        rolldownOptions: {
          input: join(import.meta.dirname, 'child/station-child.ts'),
          external: NATIVE,
          output: { format: 'cjs', entryFileNames: 'child.cjs', chunkFileNames: '[name].cjs' },
        },
      },
    });
    symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  } catch (error) {
    remove();
    throw error;
  }
  return { script: join(dir, 'child.cjs'), compileCache: join(dir, 'compiled'), [Symbol.dispose]: remove };
}
