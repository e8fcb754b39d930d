import { lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/*
 * The least that a Node program can do to know every file of some trees to the nanosecond: start, list, look at each, end. With
 * `--known` it finds each in an encrypted table too, which `--keep` fills: the least that tells what is new from what is not.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { known: { type: 'string' }, keep: { type: 'string' } },
});
// The bare walk does not pay for what it does not use.
const tables = () => import('./known-files.ts');
const known = values.known === undefined ? null : (await tables()).readKnownFiles(values.known);
const keep = values.keep === undefined ? null : (await tables()).createKnownFiles(values.keep);
const folders = [...positionals];
let files = 0;
let news = 0;
for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
  const entries = opendirSync(folder, { bufferSize: 1024 });
  for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      // What the program has written there itself changes with each of its runs.
      if (entry.name !== '.clearfolder') folders.push(path);
      continue;
    }
    const stat = lstatSync(path, { bigint: true });
    files += 1;
    keep?.add(path, stat);
    if (known !== null && !known.has(path, stat)) news += 1;
  }
  entries.closeSync();
}
keep?.close();
process.stdout.write(`${files} files, ${news} of them new\n`);
if (news > 0) process.exitCode = 1;
