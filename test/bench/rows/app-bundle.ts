import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { BenchRow } from '../row.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', 'out', 'renderer');
const KIB = 1024;

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().default(false),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

interface Chunk {
  readonly file: string;
  /** Whether the page loads it before it shows anything. */
  readonly first: boolean;
  readonly raw: number;
  readonly gzip: number;
  readonly brotli: number;
}

/** Every script and style of the built page; `quick` does not press them as hard as is possible. */
function chunks(quick: boolean): Chunk[] {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quick ? 1 : 11 };
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(ROOT, '.vite', 'manifest.json'), 'utf8')),
  );
  const reached = new Set<string>();
  const follow = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const next of manifest[name]?.imports ?? []) follow(next);
  };
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) follow(name);
  const first = new Set([...reached].flatMap((name) => filesOf(manifest[name])));
  const all = new Set(Object.values(manifest).flatMap(filesOf));
  return [...all]
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => {
      const bytes = readFileSync(join(ROOT, file));
      return {
        file: file.replace(/^assets\//, ''),
        first: first.has(file),
        raw: bytes.length,
        gzip: gzipSync(bytes, { level: 9 }).length,
        brotli: brotliCompressSync(bytes, { params }).length,
      };
    })
    .sort((a, b) => Number(b.first) - Number(a.first) || b.raw - a.raw);
}

const filesOf = (entry?: { readonly file: string; readonly css: readonly string[] }) =>
  entry === undefined ? [] : [entry.file, ...entry.css];

const kib = (bytes: number) => `${(bytes / KIB).toFixed(1)}`;
const told = ({ raw, gzip, brotli }: Pick<Chunk, 'raw' | 'gzip' | 'brotli'>) =>
  `${kib(raw)} KiB, gzip ${kib(gzip)}, brotli ${kib(brotli)}`;

function together(list: readonly Chunk[]) {
  const sum = (key: 'raw' | 'gzip' | 'brotli') => list.reduce((total, chunk) => total + chunk[key], 0);
  return { raw: sum('raw'), gzip: sum('gzip'), brotli: sum('brotli') };
}

export const bundleRow: BenchRow = {
  name: 'app-bundle',
  what: 'what the page is made of: loaded before the first screen, and later when it is needed',
  goal: { kind: 'none' },
  run: async ({ small }) => {
    const all = chunks(small);
    const first = together(all.filter((chunk) => chunk.first));
    const later = together(all.filter((chunk) => !chunk.first));
    return {
      unit: 'KiB',
      samples: [
        { side: 'before the first screen', value: first.raw / KIB },
        { side: 'later', value: later.raw / KIB },
      ],
      figure: first.raw / KIB,
      meaning: `KiB before the first screen (${told(first)})`,
      remarks: [
        `later: ${told(later)}`,
        ...all.map((chunk) => `${chunk.first ? 'first' : 'later'} ${chunk.file}: ${told(chunk)}`),
      ],
    };
  },
};
