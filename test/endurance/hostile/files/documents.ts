import { mkdirSync, writeFileSync } from 'node:fs';
import { sha256Of } from '../../../support/documents.ts';
import { seededRandom } from '../../../support/random.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { watchedStation } from '../../../support/watched-station.ts';
import type { Counts } from '../../part.ts';
import { hostileNames, illegibleNames, leftOutBy } from './hostile-names.ts';
import { hostilePdfs } from './hostile-pdfs.ts';
import { accountOf, assertNotLogged, peakMiB } from './proof.ts';
import { keepChanging, putSpecialFiles } from './special-files.ts';
import { assertUntouched, treeOf } from './tree.ts';

/** States of a file that has ended, or waits for a person with a reason. */
const EXPLAINED = ['accepted', 'held', 'duplicate', 'withdrawn', 'ignored', 'rejected'];

interface Sizes {
  readonly pdfs: number;
  readonly names: number;
  readonly seed: number;
}

/** Spoilt PDFs, hostile names and special files in one folder of one station. */
export async function hostileDocuments({ pdfs, names, seed }: Sizes): Promise<Counts> {
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
  using changing = keepChanging((...parts) => folder.at('changing', ...parts), outside);
  const running = await station.watch();
  const patience = { timeoutMs: 240_000 + 500 * (pdfs + names), everyMs: 500 };
  await until(() => upstream.oracle.creates().length > names / 2, {
    ...patience,
    what: 'half of the documents to be sent',
  });
  const swaps = changing.stop();
  let missing: readonly string[] = [];
  const found = await until(
    async () => {
      const files = await place.files();
      const seen = new Set(files.map(({ path }) => path));
      missing = [...hashes.keys()].filter((path) => !seen.has(path));
      return missing.length === 0 && files.every(({ state }) => EXPLAINED.includes(state)) ? files : null;
    },
    { ...patience, what: 'every file to be sent or explained' },
  ).catch((error: unknown) => {
    throw new Error(`I1: not in the account: ${JSON.stringify(missing.slice(0, 3))}; ${String(error)}`);
  });
  const memory = peakMiB(running.child.pid);
  const account = accountOf(await station.json('folders'));
  const ended = await running.stop();
  if (ended.code !== 0) throw new Error(`the station ended with ${ended.code}: ${ended.stderr}`);
  const after = treeOf(folder.path);
  special.close();
  for (const path of after.keys()) if (path.startsWith('changing/')) after.delete(path);
  assertUntouched(before, after);
  assertNotLogged(station.dir.at('data', 'logs'), ended.stdout + ended.stderr, ['PATIENTNAME', 'Jane Roe']);

  const told = /cannot read these names[^:]*: .*/s.exec(account.remark)?.[0] ?? '';
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
  };
}
