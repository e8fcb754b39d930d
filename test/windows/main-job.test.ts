import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pdfDocument } from '../support/pdf-document.ts';
import { until } from '../support/until.ts';
import { windowsStation } from './wine.ts';

const tasksSchema = z.object({ tasks: z.array(z.object({ name: z.string(), status: z.string() })) });
const outboxSchema = z.array(z.object({ state: z.string(), attempts: z.number() }));

const filesSchema = z.array(z.object({ path: z.string(), state: z.string() }));

type Station = ReturnType<typeof windowsStation>;
const tasksOf = async (station: Station) => tasksSchema.parse(await station.json('tasks')).tasks;

/** The document of one visit; another `name` makes another Task. */
const visit = (name: string) =>
  pdfDocument({
    pages: [
      `Office visit note\nPatient name: ${name}\nDate of birth: 1980-02-03\nVisit date: 2026-11-01\nCPT 73721\n`,
    ],
  });

/** Settings of a station that watches its folder `in` in practice, as an editor of Windows saves them. */
function writeSettings(station: Station, encode: (text: string) => Buffer): void {
  const folder = {
    id: 'scans',
    path: station.windowsPath('in'),
    taskType: 'prior-auth',
    quietSeconds: 1,
    backlog: 'send',
  };
  const text = JSON.stringify({ environment: 'practice', folders: [folder] }, null, 2);
  writeFileSync(station.at('data', 'settings.json'), encode(text.replaceAll('\n', '\r\n')));
}

test('a document in C:\\…\\in becomes one Task with a verdict, also across kill and stop', async () => {
  await using station = windowsStation();
  writeSettings(station, (text) => Buffer.from(`\uFEFF${text}`));
  writeFileSync(station.at('in', 'first.pdf'), visit('Ada First'));
  const killed = await station.startEngine();
  await until(async () => (await tasksOf(station)).length === 1, { what: 'the first Task' });
  writeFileSync(station.at('in', 'second.pdf'), visit('Ben Second'));
  await killed.kill();

  await using engine = await station.startEngine();
  await until(async () => (await tasksOf(station)).length === 2, { what: 'the second Task' });
  await until(
    async () => (await tasksOf(station)).every(({ status }) => /^(COMPLETED|PENDING)/i.test(status)),
    {
      what: 'the verdicts',
    },
  );
  expect(await station.run('stop')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('has stopped'),
  });
  expect(await engine.ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Clearfolder has stopped'),
  });
  expect(await station.json('stop')).toEqual({ stopped: false });
  expect(await tasksOf(station)).toHaveLength(2);
  const outbox = outboxSchema.parse(await station.json('outbox'));
  expect(outbox.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
});

test('settings in UTF-16 are refused with the way to save them as UTF-8', async () => {
  await using station = windowsStation();
  writeSettings(station, (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'));
  const { code, stderr } = await station.run('run');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/is in UTF-16.*Set-Content -Encoding utf8/s)]);
});

/** Names that programs of Windows can hardly make or open, but that servers and other systems put on a share. */
const STRANGE_NAMES = {
  'a path of more than 260 characters': [`${'long '.repeat(24)}1`, `${'long '.repeat(24)}2`, 'visit.pdf'],
  'a name that ends in a dot': ['visit.'],
  'a name that ends in a blank': ['visit.pdf '],
  'the name of a device': ['CON.pdf'],
};

test('documents with names that Windows reserves become Tasks, each once', async () => {
  await using station = windowsStation();
  writeSettings(station, (text) => Buffer.from(text));
  for (const [name, path] of Object.entries(STRANGE_NAMES)) {
    const file = station.at('in', ...path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, visit(name));
  }
  await using _ = await station.startEngine();
  const files = async () => filesSchema.parse(await station.json('files'));
  const paths = Object.values(STRANGE_NAMES).map((path) => path.join('/'));
  const accepted = paths.map((path) => ({ path, state: 'accepted' }));
  await until(
    async () => (await files()).filter(({ state }) => state === 'accepted').length === paths.length,
    {
      what: 'the Tasks',
    },
  );
  expect((await files()).toSorted((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path))).toEqual(accepted);
  expect(await tasksOf(station)).toHaveLength(paths.length);
});

test('a name that changes only in case stays one file', async () => {
  await using station = windowsStation();
  writeSettings(station, (text) => Buffer.from(text));
  writeFileSync(station.at('in', 'Scan of Ada.PDF'), visit('Ada First'));
  await using _ = await station.startEngine();
  const files = async () => filesSchema.parse(await station.json('files'));
  await until(async () => (await files())[0]?.state === 'accepted', { what: 'the sent file' });
  renameSync(station.at('in', 'Scan of Ada.PDF'), station.at('in', 'scan of ada.pdf'));
  await until(
    async () => {
      expect(await station.run('rescan')).toMatchObject({ code: 0 });
      return (await files())[0]?.path === 'scan of ada.pdf';
    },
    { what: 'the new spelling' },
  );
  expect(await files()).toEqual([{ path: 'scan of ada.pdf', state: 'accepted' }]);
});
