import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, symlinkSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sha256Of } from '../../support/documents.ts';
import { filesBelow } from '../../support/files-below.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { until } from '../../support/until.ts';
import { watchedStation } from '../../support/watched-station.ts';

const pdf = (about: string, bytes = 30_000) => pdfDocument({ pages: [about], bytes });

test.concurrent('I3: a file that is written anew while it is copied is sent whole, never mixed', async () => {
  await using place = await watchedStation({ quietSeconds: 0.1 });
  const { folder, upstream, station } = place;
  await using running = await station.watch();
  const versions: string[] = [];
  const path = folder.at('big.pdf');
  for (let round = 0; round < 8; round += 1) {
    const bytes = pdf(`version ${round}`, 40 * 1024 * 1024);
    versions.push(sha256Of(bytes));
    const file = openSync(path, round === 0 ? 'w' : 'r+');
    for (let at = 0; at < bytes.length; at += 8 * 1024 * 1024) {
      writeSync(file, bytes, at, Math.min(8 * 1024 * 1024, bytes.length - at), at);
      await pause(20);
    }
    closeSync(file);
    await pause(130);
  }
  const last = versions.at(-1) ?? '';
  await until(() => upstream.oracle.byContent().has(last));
  await place.rest(1);
  await running.stop();
  for (const hash of upstream.oracle.byContent().keys()) expect(versions).toContain(hash);
  expect(upstream.oracle.duplicates().size).toBe(0);
});

test.concurrent('names are kept, whatever is in them; what is no file is ignored and blocks nothing', async () => {
  await using place = await watchedStation({ after: 'move' });
  const { folder, upstream, station } = place;
  await using running = await station.watch();
  const names = [
    'M\u00fcller.pdf',
    'Mu\u0308ller.pdf',
    'new\nline.pdf',
    '\u202etfel-ot-thgir.pdf',
    'back\\slash.pdf',
    `${'n'.repeat(251)}.pdf`,
    `${'\u00e9'.repeat(125)}.pdf`,
    ' leading and trailing .pdf ',
    'no extension',
    'deep/er/and/deeper still/a.pdf',
    'deep/er/and/deeper still/con.pdf',
  ];
  const expected = names.map((name) => place.put(name));
  execFileSync('mkfifo', [folder.at('pipe.pdf')]);
  symlinkSync(folder.at('.'), folder.at('loop'));
  symlinkSync('nowhere', folder.at('dangling.pdf'));
  symlinkSync(folder.at('no extension'), folder.at('link.pdf'));
  const socket = createServer().listen(folder.at('socket.pdf'));
  const found = await place.rest(names.length);
  await until(async () => (await station.folder()).watching === 'events');
  upstream.oracle.assertExactlyOnce(expected);
  const sent = upstream.oracle.creates().flatMap((create) => create.files.map((file) => file.name ?? ''));
  const plain = (name: string) => name.normalize('NFC').split('/').at(-1) ?? '';
  const shown = (name: string) => plain(name).replaceAll('\n', '%0A');
  expect(sent.toSorted()).toEqual(names.map(shown).toSorted());
  const ignored = found.filter((file) => file.state === 'ignored');
  expect(Object.fromEntries(ignored.map((file) => [file.path, file.ignored_by]))).toEqual({
    'pipe.pdf': 'special-file',
    'socket.pdf': 'special-file',
    loop: 'symlink',
    'dangling.pdf': 'symlink',
    'link.pdf': 'symlink',
  });
  const archive = folder.at('Sent (Clearfolder)');
  const allMoved = () =>
    until(() => existsSync(archive) && filesBelow(archive).length === expected.length, {
      what: 'every sent file to be moved',
    });
  await allMoved();
  // A second file of the longest name on the same day needs a number, for which its name has no room.
  const longest = `${'n'.repeat(251)}.pdf`;
  expected.push(place.put(longest, 'the same longest name again'));
  await place.rest(expected.length);
  await allMoved();
  await running.stop();
  socket.close();
});
