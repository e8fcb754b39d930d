import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { isDocument } from '../../../../src-main/core/spool/document-type.ts';
import { sha256Of } from '../../../support/documents.ts';
import { type Random, randomInt, seededRandom } from '../../../support/random.ts';
import { type TestDir, tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { watchedStation } from '../../../support/watched-station.ts';
import type { Counts } from '../../part.ts';
import { hostilePdfs } from './hostile-pdfs.ts';
import { assertNotLogged, endWell, peakMiB } from './proof.ts';

const LONGEST = 255;
/** Control characters, spaces, bidirectional marks, composed and decomposed letters, and text that looks like a multipart header. */
const PIECES = [
  ...['\n', '\r\n', '\t', '\x01', '\x7f', '\u0085', '\u2028', '. ', ' ', '"\r\nContent-Type: x\r\n\r\n'],
  ...[
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    '\u202e',
    '\u2066',
    '\u200f',
    '\ufeff',
    '\ufffd',
    '\u{1f9fe}',
  ],
  ...[
    '\u00e9',
    'e\u0301',
    '\u1e9b\u0323',
    '\u0130',
    '\u00df',
    '\u4e2d\u6587',
    '\u05d0\u05d1',
    '"; name="task_type',
  ],
  ...`" ' \\ ; = & %22 %2e%2e%2f %00 .. - -- $(id) \`id\` * ? [a] {b} ! ~ # <b> | : @`.split(' '),
  ...`CON con NUL aux LPT1 filename*=utf-8''x a B 0 .pdf .PDF`.split(' '),
];

const bytesOf = (name: string) => Buffer.byteLength(name);

/** A name of hostile pieces, also at the beginning and the end, sometimes with the longest 255 bytes. */
function oneName(number: number, random: Random): string {
  const piece = () => PIECES[randomInt(random, 0, PIECES.length - 1)] ?? '';
  let name = random() < 0.1 ? 'x' : piece();
  for (let left = randomInt(random, 0, 11); left > 0; left -= 1) {
    const next = piece();
    if (bytesOf(name + next) < 200) name += next;
  }
  const end = ` PATIENTNAME ${number}${random() < 0.5 ? '.pdf' : ''}${random() < 0.5 ? piece() : ''}`;
  if (random() < 0.2) name += 'n'.repeat(LONGEST - bytesOf(name + end));
  return name + end;
}

/** The junk rule for the name, or null when the file must be sent. */
function leftOutBy(name: string): string | null {
  if (name.startsWith('~$')) return 'office-lock';
  return name.startsWith('.') ? 'hidden' : null;
}

/** So many different names, among them twins that differ only in Unicode composition or only in case. */
function hostileNames(count: number, random: Random): string[] {
  const names = new Set<string>();
  const add = (name: string) => bytesOf(name) <= LONGEST && names.add(name);
  for (let number = 0; names.size < count; number += 1) {
    const name = oneName(number, random);
    add(name);
    const kind = number % 8;
    if (kind === 0) for (const form of ['NFC', 'NFD'] as const) add(`twin \u00e9 ${name}`.normalize(form));
    if (kind === 1) for (const twin of [`Case ${number}.pdf`, `case ${number}.pdf`]) add(twin);
  }
  return [...names].slice(0, count);
}

/** Different names whose bytes are no UTF-8. */
function illegibleNames(count: number, random: Random): Buffer[] {
  return Array.from({ length: count }, (_, number) =>
    Buffer.concat([
      Buffer.from([[0xff, 0xfe, 0xc3, 0xed, 0x80][number % 5] ?? 0xff]),
      Buffer.from(`PATIENTNAME ${randomInt(random, 0, 2)}-${number % 3 === 0 ? 'twin' : number}.pdf`),
      Buffer.from([0xc0 + (Math.floor(number / 5) % 32)]),
    ]),
  );
}

/** Kind, size, time and content of everything below a folder by the bytes of its path, without the control folder. */
function treeOf(root: string): Map<string, string> {
  const tree = new Map<string, string>();
  const look = (folder: Buffer) => {
    for (const name of readdirSync(folder, { encoding: 'buffer' })) {
      if (name.toString() === '.clearfolder') continue;
      const path = Buffer.concat([folder, Buffer.from('/'), name]);
      const stats = lstatSync(path, { bigint: true });
      const key = path.subarray(Buffer.byteLength(root) + 1).toString('latin1');
      if (stats.isDirectory()) look(path);
      else tree.set(key, `${stats.mode} ${stats.size} ${stats.mtimeNs} ${contentOf(path, stats)}`);
    }
  };
  look(Buffer.from(root));
  return tree;
}

function contentOf(path: Buffer, stats: { isFile(): boolean; isSymbolicLink(): boolean }): string {
  if (stats.isSymbolicLink()) return readlinkSync(path);
  return stats.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'special';
}

/** @throws when a file was removed, added or changed (I4) */
function assertUntouched(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void {
  for (const [path, look] of before)
    if (after.get(path) !== look)
      throw new Error(`${JSON.stringify(path)} was ${look}, is ${after.get(path)}`);
  if (after.size !== before.size) throw new Error(`${after.size} files where ${before.size} were`);
}

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
  const socket = putSpecialFiles((...parts) => folder.at('special', ...parts), outside);
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
  const account = await station.folder();
  const ended = await endWell(running);
  const after = treeOf(folder.path);
  socket.close();
  for (const path of after.keys()) if (path.startsWith('changing/')) after.delete(path);
  assertUntouched(before, after);
  assertNotLogged(station.dir.at('data', 'logs'), ended.stdout + ended.stderr, ['PATIENTNAME', 'Jane Roe']);

  const told = /cannot read these names[^:]*: .*/s.exec(account.remark)?.[0] ?? '';
  const named = told.split('PATIENTNAME').length - 1 + Number(/and (\d+) more/.exec(told)?.[1] ?? 0);
  if (named !== illegible.length)
    throw new Error(`the folder says of ${illegible.length} illegible names: ${account.remark}`);

  const stateOf = new Map(found.map((file) => [file.path, file]));
  const expected = [...hashes].filter(([path]) => stateOf.get(path)?.state === 'accepted');
  const sendable = spelt.filter((name) => leftOutBy(name) === null && isDocument(name));
  const strange = spelt.filter((name) => {
    const file = stateOf.get(`names/${name}`);
    const by = leftOutBy(name);
    const state = isDocument(name) ? 'accepted' : 'held';
    return by === null ? file?.state !== state : file?.state !== 'ignored' || file.ignored_by !== by;
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
  const shown = (name: string) =>
    name
      .normalize('NFC')
      .replaceAll(/%(?=0A|0D|22)/gi, '%25')
      .replaceAll(/["\r\n]/g, encodeURIComponent)
      .replaceAll(/\p{Cc}/gu, '_');
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

/**
 * Content of the folder that is no document, of which none may be sent: links of all kinds, a pipe, folders that look like
 * files, one file under two names, and a socket, which it gives.
 */
function putSpecialFiles(at: (...parts: string[]) => string, outside: TestDir): Server {
  const secret = 'what lies outside of the folder\n';
  mkdirSync(outside.at('ward'));
  writeFileSync(outside.at('secret.txt'), secret);
  writeFileSync(outside.at('ward', 'inside.txt'), `${secret}in its folder`);
  mkdirSync(at('looks-like.pdf'));
  writeFileSync(at('looks-like.pdf', 'a.txt'), 'below a folder that looks like a file');
  symlinkSync('loop-b.pdf', at('loop-a.pdf'));
  symlinkSync('loop-a.pdf', at('loop-b.pdf'));
  symlinkSync('.', at('looks-like.pdf', 'round'));
  symlinkSync(outside.at('secret.txt'), at('out.txt'));
  symlinkSync(outside.at('ward'), at('out'));
  symlinkSync('/etc/passwd', at('passwd.pdf'));
  symlinkSync('nowhere', at('dangling.pdf'));
  execFileSync('mkfifo', [at('pipe.pdf')]);
  writeFileSync(at('one.txt'), 'under two names');
  linkSync(at('one.txt'), at('other.txt'));
  return createServer().listen(at('socket.pdf'));
}

/** Swaps a file for a link to the outside and back, and lets another file grow, until `stop`. */
function keepChanging(at: (...parts: string[]) => string, outside: TestDir) {
  let grown = '';
  let swaps = 0;
  const versions = new Set<string>();
  const timer = setInterval(() => {
    symlinkSync(outside.at('secret.txt'), at('.swap'));
    renameSync(at('.swap'), at('swapped.txt'));
    unlinkSync(at('swapped.txt'));
    writeFileSync(at('swapped.txt'), 'of the folder itself');
    swaps += 1;
    grown += `line ${swaps}\n`;
    versions.add(sha256Of(Buffer.from(grown)));
    appendFileSync(at('grows.txt'), `line ${swaps}\n`);
  }, 40);
  return {
    get versions(): ReadonlySet<string> {
      return versions;
    },
    stop: () => {
      clearInterval(timer);
      return swaps;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
