import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Of } from '../../../support/documents.ts';
import { seededRandom } from '../../../support/random.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { watchedStation } from '../../../support/watched-station.ts';
import type { Figures } from '../../part.ts';
import { hostileNames, illegibleNames, leftOutBy } from './hostile-names.ts';
import { hostilePdfs } from './hostile-pdfs.ts';
import { accountOf, assertNotLogged, peakMiB } from './proof.ts';
import { keepChanging, putSpecialFiles } from './special-files.ts';
import { assertUntouched, treeOf } from './tree.ts';

/** States in which a file has come to an end, or is explained and waits for a person. */
const EXPLAINED = ['accepted', 'held', 'duplicate', 'withdrawn', 'ignored', 'rejected'];
const READER = join(import.meta.dirname, 'pdf-reader.ts');
const LONG = { timeoutMs: 3_600_000, everyMs: 500 };
const MOST_READER_MIB = 1500;

interface Sizes {
  readonly pdfs: number;
  readonly names: number;
  readonly seed: number;
}

/** Spoilt PDFs, hostile names and what is no file at all, in one folder of one station. */
export async function hostileDocuments({ pdfs, names, seed }: Sizes): Promise<Figures> {
  const random = seededRandom(seed);
  await using outside = await tempDir('outside');
  await using place = await watchedStation();
  const { folder, upstream, station } = place;
  for (const below of ['pdfs', 'names', 'special']) mkdirSync(folder.at(below));
  const hashes = new Map<string, string>();
  const kinds = new Map<string, string>();
  let number = 0;
  for (const { kind, bytes } of hostilePdfs(pdfs, random)) {
    const path = `pdfs/${String(number).padStart(6, '0')}.pdf`;
    writeFileSync(folder.at(path), bytes);
    hashes.set(path, sha256Of(bytes));
    kinds.set(path, kind);
    number += 1;
  }
  const spelt = hostileNames(names, random);
  for (const [index, name] of spelt.entries()) {
    const bytes = Buffer.from(`the document number ${index} of seed ${seed}`);
    writeFileSync(folder.at(`names/${name}`), bytes);
    hashes.set(`names/${name}`, sha256Of(bytes));
  }
  const illegible = illegibleNames(Math.ceil(names / 20), random);
  for (const name of illegible)
    writeFileSync(Buffer.concat([Buffer.from(folder.at('names/')), name]), 'nobody can name this');
  const special = putSpecialFiles((...parts) => folder.at('special', ...parts), outside);
  const before = treeOf(folder.path);
  mkdirSync(folder.at('changing'));
  const changing = keepChanging((...parts) => folder.at('changing', ...parts), outside);
  const running = await station.watch();
  await until(() => upstream.oracle.creates().length > names / 2, LONG);
  const swaps = changing.stop();
  const found = await until(async () => {
    const files = await place.files();
    const seen = new Set(files.map(({ path }) => path));
    if ([...hashes.keys()].some((path) => !seen.has(path))) return null;
    return files.every(({ state }) => EXPLAINED.includes(state)) ? files : null;
  }, LONG);
  const memory = peakMiB(running.child.pid);
  const account = accountOf(await station.json('folders'));
  const ended = await running.stop();
  if (ended.code !== 0) throw new Error(`the station ended with ${ended.code}: ${ended.stderr}`);
  const after = treeOf(folder.path);
  special.close();
  for (const path of after.keys()) if (path.startsWith('changing/')) after.delete(path);
  assertUntouched(before, after);
  assertNotLogged(station.dir.at('data', 'logs'), ended.stdout + ended.stderr, ['PATIENTNAME', 'Jane Roe']);

  const told = /cannot be read[^:]*: .*/s.exec(account.remark)?.[0] ?? '';
  const named = told.split('PATIENTNAME').length - 1 + Number(/and (\d+) more/.exec(told)?.[1] ?? 0);
  if (named !== illegible.length)
    throw new Error(`the folder says of ${illegible.length} illegible names: ${account.remark}`);

  const stateOf = new Map(found.map((file) => [file.path, file]));
  const expected = [...hashes].filter(([path]) => stateOf.get(path)?.state === 'accepted');
  const sendable = spelt.filter((name) => leftOutBy(name) === null);
  const strange = spelt.filter((name) => {
    const file = stateOf.get(`names/${name}`);
    const by = leftOutBy(name);
    return by === null ? file?.state !== 'accepted' : file?.state !== 'ignored' || file.ignored_by !== by;
  });
  if (strange.length > 0)
    throw new Error(`not sent for its name, or not left out: ${JSON.stringify(strange.slice(0, 3))}`);
  const others = upstream.oracle
    .creates()
    .flatMap(({ files }) => files)
    .filter(({ sha256 }) => changing.versions.has(sha256));
  const texts = ['below a folder that looks like a file', 'under two names', 'of the folder itself'];
  const sentOnce = new Set([
    ...expected.map(([, hash]) => hash),
    ...others.map(({ sha256 }) => sha256),
    ...texts.map((text) => sha256Of(Buffer.from(text))),
  ]);
  upstream.oracle.assertExactlyOnce([...sentOnce]);
  const shown = (name: string) => name.normalize('NFC').replaceAll(/\p{Cc}/gu, '_');
  const sentNames = upstream.oracle.creates().map(({ files }) => files[0]?.name ?? '');
  for (const name of sendable) {
    if (!sentNames.includes(shown(name))) throw new Error(`sent under another name: ${JSON.stringify(name)}`);
  }
  const read = await readAll(folder.at('pdfs'), pdfs);
  return {
    'spoilt PDFs': pdfs,
    'hostile names': spelt.length,
    'left out by their names': spelt.length - sendable.length,
    'illegible names': illegible.length,
    'swaps of a file for a link': swaps,
    'files found': account.found,
    'Tasks made': upstream.oracle.creates().length,
    'PDFs held': found.filter(({ path, state }) => kinds.has(path) && state === 'held').length,
    'memory of the station, MiB': memory,
    ...read,
  };
}

/** Reads all in a process of its own, as practice and the preview do: no crash, no hang, and memory in bounds. */
async function readAll(folder: string, files: number): Promise<Figures> {
  const reader = spawn(process.execPath, [READER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  reader.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const closed = once(reader, 'close');
  try {
    for (let told = -1; reader.exitCode === null; told = output.length) {
      const before = told;
      const last = () => output.trimEnd().split('\n').at(-1) ?? '';
      await until(() => output.length !== before || reader.exitCode !== null, {
        timeoutMs: 300_000,
        what: `the reader to go on after ${last()}`,
      });
    }
  } finally {
    reader.kill('SIGKILL');
    await closed;
  }
  const end = /"done":true,"strays":(\d+),"rssMiB":(\d+)/.exec(output);
  if (end === null) throw new Error(`the reader broke down after ${output.trimEnd().split('\n').at(-1)}`);
  const rss = Number(end[2]);
  if (rss > MOST_READER_MIB) throw new Error(`the reader held ${rss} MiB`);
  const kinds = [...output.matchAll(/"kind":"(\w+)"/g)].map((match) => match[1]);
  if (kinds.length !== files) throw new Error(`${kinds.length} of ${files} PDFs were read`);
  return {
    'PDFs with text that practice reads': kinds.filter((kind) => kind === 'pages').length,
    'PDFs that it refuses': kinds.filter((kind) => kind === 'unreadable').length,
    'PDFs too large unpacked': kinds.filter((kind) => kind === 'opaque').length,
    'rejections that nobody hears, in the preview': Number(end[1]),
    'memory of the reader, MiB': rss,
  };
}
