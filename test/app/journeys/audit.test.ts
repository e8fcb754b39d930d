import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AuditAction } from '../../../src-main/contract/views/audit.ts';
import { appendAudit, linkHash } from '../../../src-main/core/audit/audit.ts';
import { openStation, openStationLedger } from '../../../src-main/core/installation/open-station.ts';
import { behindTheLedger } from '../../support/behind-the-ledger.ts';
import { exportedEntrySchema } from '../../support/exported-entry.ts';
import { look } from '../screens/support/walk.ts';
import { type OpenApp, openApp, PRACTICE } from '../support/app.ts';

type Page = OpenApp['page'];

/** What two people did on three days, as days are here: some at the first and the last second of one. */
const DONE: readonly [actor: string, action: AuditAction, day: number, time: readonly number[]][] = [
  ['reception', 'task.viewed', 12, [9, 0, 0]],
  ['reception', 'document.viewed', 12, [23, 59, 59]],
  ['reception', 'document.viewed', 13, [0, 0, 0]],
  ['dr-lind', 'document.viewed', 13, [10, 0, 0]],
  ['reception', 'document.saved', 13, [11, 0, 0]],
  ['reception', 'document.viewed', 13, [23, 59, 59]],
  ['reception', 'document.viewed', 14, [0, 0, 0]],
  ['dr-lind', 'answer.added', 14, [8, 30, 0]],
];

/** A time of a day of January, as this machine counts days. */
const timeOf = (day: number, [hours = 0, minutes = 0, seconds = 0]: readonly number[]) =>
  new Date(2025, 0, day, hours, minutes, seconds).getTime();

async function withRecord({ choice }: OpenApp['station']): Promise<void> {
  const { ledger } = await openStationLedger(await openStation(choice), 'engine');
  for (const [index, [actor, action, day, time]] of DONE.entries()) {
    appendAudit(ledger, { at: timeOf(day, time), actor, action, subject: `task-${index + 1}` });
  }
  ledger.close();
}

async function openRecord(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Open the audit record' }).click();
  await page.getByRole('heading', { name: 'Audit record' }).waitFor();
}

/** The rows that are shown, from the top: number, who, what, about what. */
async function rowsOf(page: Page): Promise<string[][]> {
  const rows = page.getByRole('grid', { name: 'Audit record' }).getByRole('row');
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent)),
  );
  return cells
    .filter(({ length }) => length > 0)
    .map(([number = '', _when, ...rest]) => [number, ...rest.slice(0, 3)]);
}

const shows = (page: Page, rows: readonly string[][]) => expect.poll(() => rowsOf(page)).toEqual(rows);

async function choose(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole('button', { name: filter, exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: value, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `${filter}: ${value}` }).waitFor();
}

/** Presses a button that exports, and gives what the browser saved. */
async function exported(page: Page, button: string) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const saved = await download;
  return { name: saved.suggestedFilename(), text: readFileSync(await saved.path(), 'utf8') };
}

test('the record is narrowed by person, by action and by day; each form of export holds what is left of it, and says how much', async () => {
  await using app = await openApp(PRACTICE, { before: withRecord });
  const { page } = app;
  await openRecord(page);
  await page.getByText(/^The audit record is complete and unchanged, checked/).waitFor();
  await choose(page, 'Who', 'reception');
  const opening = (n: number) => [`${n}`, 'reception', 'Opened a document', `task-${n}`];
  const saving = ['5', 'reception', 'Saved a document', 'task-5'];
  const viewing = ['1', 'reception', 'Viewed a Task', 'task-1'];
  await shows(page, [opening(7), opening(6), saving, opening(3), opening(2), viewing]);
  await page.getByText('6 entries', { exact: true }).waitFor();
  await choose(page, 'What', 'Opened a document');
  await shows(page, [7, 6, 3, 2].map(opening));
  const lines = await exported(page, 'Export as JSON Lines');
  await page
    .getByText('4 entries exported. Each exported entry has a check value (hash) that reveals later changes.')
    .first()
    .waitFor();
  expect(lines.name).toMatch(/^clearfolder-audit-.*\.jsonl$/);
  const entries = lines.text
    .trimEnd()
    .split('\n')
    .map((line) => exportedEntrySchema.parse(JSON.parse(line)));
  const opened = { actor: 'reception', action: 'document.viewed' };
  expect(entries).toMatchObject([
    { ...opened, seq: 2, at: timeOf(12, [23, 59, 59]), subject: 'task-2' },
    { ...opened, seq: 3, at: timeOf(13, [0, 0, 0]), subject: 'task-3' },
    { ...opened, seq: 6, at: timeOf(13, [23, 59, 59]), subject: 'task-6' },
    { ...opened, seq: 7, at: timeOf(14, [0, 0, 0]), subject: 'task-7' },
  ]);
  for (const { previous, hash, ...row } of entries) expect(linkHash(previous, row)).toBe(hash);

  // From the first second of a day to its last.
  const left = [
    ['6', 'reception', 'Opened a document', 'task-6'],
    ['3', 'reception', 'Opened a document', 'task-3'],
  ];
  await page.getByLabel('From', { exact: true }).fill('2025-01-13');
  await page.getByLabel('To', { exact: true }).fill('2025-01-13');
  await shows(page, left);
  await page.getByText('2 entries', { exact: true }).waitFor();
  expect(await look(page)).toEqual([]);

  const table = await exported(page, 'Export as CSV');
  await page
    .getByText('2 entries exported. Each exported entry has a check value (hash) that reveals later changes.')
    .first()
    .waitFor();
  expect(table.name).toMatch(/^clearfolder-audit-.*\.csv$/);
  expect(table.text.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
    '"seq","time","at","actor","action","subject","detail","previous","hash"',
    ...entries
      .slice(1, 3)
      .map(({ seq, at, actor, action, subject, previous, hash }) =>
        [seq, new Date(at).toISOString(), at, actor, action, subject, '{}', previous, hash]
          .map((cell) => (typeof cell === 'number' ? cell : `"${cell}"`))
          .join(','),
      ),
  ]);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  // The packets of practice mode were sent meanwhile, by nobody.
  const bySelf = expect.arrayContaining(['clearfolder', 'Began to send from a folder']);
  await expect.poll(() => rowsOf(page)).toContainEqual(bySelf);
  await choose(page, 'What', 'Exported the audit record');
  await page.getByText('2 entries', { exact: true }).waitFor();
});

test('an entry that was changed behind the program, and one that was removed, are said by their numbers, and the place in the record is shown', async () => {
  await using app = await openApp(PRACTICE, { before: withRecord });
  const { page, station } = app;
  const whileStopped = async (sql: string) => {
    await app.running().stop();
    await behindTheLedger(station.choice, sql);
    await app.restart();
    await openRecord(page);
    await page.getByText(/^The audit record was changed, checked/).waitFor();
  };
  const findings = () => page.getByRole('listitem').filter({ hasText: /entr(y|ies)/i });
  const shown = page.getByRole('dialog');
  await openRecord(page);
  await page.getByText(/^The audit record is complete and unchanged, checked/).waitFor();

  await whileStopped(`UPDATE audit SET actor = 'nobody' WHERE seq = 4`);
  expect(await findings().allTextContents()).toEqual([
    'Entry 4 was changed, or was inserted later. Show entry 4',
  ]);
  await page.getByText(/^What to do: Export the audit record and keep the file/).waitFor();
  expect(await look(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show entry 4' }).click();
  await shown.getByRole('heading', { name: 'Entry 4' }).waitFor();
  await shown.getByText('nobody', { exact: true }).waitFor();
  await shown.getByRole('button', { name: 'Close' }).click();
  await choose(page, 'Who', 'nobody');
  await shows(page, [['4', 'nobody', 'Opened a document', 'task-4']]);

  await whileStopped('DELETE FROM audit WHERE seq = 6');
  expect(await findings().allTextContents()).toEqual([
    'Entry 4 was changed, or was inserted later. Show entry 4',
    'Entry 6 was removed. Show entry 5',
  ]);
  await page.getByRole('button', { name: 'Show entry 5' }).click();
  await shown.getByRole('heading', { name: 'Entry 5' }).waitFor();
});
