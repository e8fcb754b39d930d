import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { appendAudit } from '../../../../src-main/core/audit/audit.ts';
import type { App } from '../../../../src-main/hosts/app/app.ts';
import { backUp as backUpByVerb } from '../../../../src-main/hosts/command-line/verbs/backup.ts';
import { exportedEntrySchema } from '../../../support/exported-entry.ts';
import { refuseWrites, takeWrites } from '../../../support/refused-writes.ts';
import { until } from '../../../support/until.ts';
import { appPlace, choiceOf, heardTerminal, startedApp, untilOverview } from './support/app-place.ts';
import { ask, CALLER, failure, refused } from './support/ask.ts';
import { beside } from './support/beside.ts';

/** What anybody can compute from a line, without Clearfolder. */
const hashOf = ({ previous, seq, at, actor, action, subject, detail }: z.infer<typeof exportedEntrySchema>) =>
  createHash('sha256')
    .update(JSON.stringify([previous, seq, at, actor, action, subject, detail]))
    .digest('hex');

async function madeText(app: App, file: string): Promise<string> {
  const made = await app.readMade(file);
  if (!made.ok) throw new Error(made.error.message);
  // Not `text`, which would drop the mark that spreadsheets need.
  return (await buffer(made.value.stream())).toString('utf8');
}

/** An app with a record of some hundred entries of three people. */
async function longRecord() {
  const place = appPlace();
  const app = await place.start();
  await beside(place.dir, (ledger) =>
    ledger.transaction(() => {
      for (let n = 0; n < 300; n += 1) {
        appendAudit(ledger, {
          at: Date.parse('2020-01-01T12:00:00Z') + n * 3_600_000,
          actor: `person ${n % 3}`,
          action: n % 2 === 0 ? 'task.viewed' : 'document.saved',
          subject: `Task-${n % 50}`,
        });
      }
    }),
  );
  return { ...place, app };
}

test('the record can be read page by page and narrowed by who, what, about what and when; that is in it too', async () => {
  const { app } = await longRecord();
  const { count } = await ask(app, 'audit.page', { length: 1 });
  const seen: number[] = [];
  let before: number | null = null;
  let more = true;
  while (more) {
    const page: { more: boolean; rows: { seq: number }[] } = await ask(app, 'audit.page', {
      before,
      length: 70,
    });
    seen.push(...page.rows.map(({ seq }) => seq));
    before = seen.at(-1) ?? null;
    more = page.more;
  }
  // The first look added itself; the others were the same look.
  expect(seen).toHaveLength(count + 1);
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  const narrowed = async (filter: object) => (await ask(app, 'audit.page', { ...filter })).count;
  expect(await narrowed({ actor: ['person 1'] })).toBe(100);
  expect(await narrowed({ actor: ['person 1', 'person 2'], action: ['task.viewed'] })).toBe(100);
  expect(await narrowed({ subject: 'TASK-49' })).toBe(6);
  expect(await narrowed({ subject: '%' })).toBe(0);
  expect(await narrowed({ from: '2020-01-02T00:00:00Z', to: '2020-01-02T23:59:59Z' })).toBe(24);
  expect(await narrowed({ from: '2020-01-03', to: '2020-01-03' })).toBe(24);
  expect(await narrowed({ to: '2019-12-31' })).toBe(0);
  expect(await refused(app, 'audit.page', { from: 'yesterday' })).toBe('request.invalid');
  const own = await ask(app, 'audit.page', { actor: [CALLER.actor] });
  expect(own.rows.every(({ action, subject }) => action === 'list.viewed' && subject === 'audit.page')).toBe(
    true,
  );
  expect(own.rows.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      { rows: 1, of: count },
      { actor: ['person 1'], rows: 100, of: 100 },
      { subject: 'TASK-49', rows: 6, of: 6 },
    ]),
  );
  const facets = await ask(app, 'audit.facets', {});
  expect(facets.actors).toEqual(expect.arrayContaining(['person 0', 'person 1', 'person 2', CALLER.actor]));
  expect(facets.actions).toEqual(expect.arrayContaining(['task.viewed', 'document.saved', 'list.viewed']));
});

test('an export can be verified by itself, says that it was made, and is saved once, for its owner alone', async () => {
  const { app, dir } = await longRecord();
  const made = await ask(app, 'audit.export', { format: 'jsonl' });
  const lines = (await madeText(app, made.file))
    .trimEnd()
    .split('\n')
    .map((line) => exportedEntrySchema.parse(JSON.parse(line)));
  expect(lines).toHaveLength(made.entries);
  expect(lines.at(-1)).toMatchObject({ action: 'audit.exported', actor: CALLER.actor });
  let previous = '0'.repeat(64);
  for (const line of lines) {
    expect(line.previous).toBe(previous);
    expect(hashOf(line)).toBe(line.hash);
    previous = line.hash;
  }
  const part = await ask(app, 'audit.export', { format: 'jsonl', actor: ['person 2'], subject: 'Meier' });
  expect(part.entries).toBe(0);
  const some = await ask(app, 'audit.export', { format: 'jsonl', actor: ['person 2'] });
  for (const line of (await madeText(app, some.file)).trimEnd().split('\n')) {
    const entry = exportedEntrySchema.parse(JSON.parse(line));
    expect(hashOf(entry)).toBe(entry.hash);
  }
  const kept = await ask(app, 'audit.page', { action: ['audit.exported'] });
  expect(kept.rows[1]?.detail).toEqual({ format: 'jsonl', actor: ['person 2'], subject: 'Meier' });

  const target = dir.at('record.jsonl');
  expect(await app.saveMade(some.file, target)).toEqual({ ok: true, value: null });
  expect(readFileSync(target, 'utf8')).toBe(await madeText(app, some.file));
  expect(statSync(target).mode & 0o077).toBe(0);
  expect(await app.saveMade(some.file, target)).toMatchObject({ ok: false, error: { code: 'file.exists' } });
  expect(await app.saveMade('nothing', dir.at('other'))).toMatchObject({ error: { code: 'file.not-made' } });
});

test('a table for a spreadsheet quotes what it must and carries out nothing', async () => {
  const { app, dir } = await longRecord();
  await beside(dir, (ledger) =>
    appendAudit(ledger, {
      at: 0,
      actor: '=1+1',
      action: 'edit.added',
      subject: 'a "quoted", one',
      detail: { kind: 'name' },
    }),
  );
  const made = await ask(app, 'audit.export', { format: 'csv', actor: ['=1+1'] });
  const [head, line] = (await madeText(app, made.file)).split('\r\n');
  expect(head).toBe('\ufeff"seq","time","at","actor","action","subject","detail","previous","hash"');
  expect(line).toContain(
    `,"1970-01-01T00:00:00.000Z",0,"'=1+1","edit.added","a ""quoted"", one","{""kind"":""name""}",`,
  );
});

test('a change and its entry are one: where the entry cannot be written, nothing is changed', async () => {
  const { dir, start, writeSettings } = appPlace();
  mkdirSync(dir.at('scans'));
  writeFileSync(join(dir.at('scans'), 'old.txt'), 'Office visit note\nPatient name: An Old One\n');
  const rule = { id: 'scans', path: dir.at('scans'), taskType: 'prior-auth', quietSeconds: 0.1 };
  writeSettings({ environment: 'practice', folders: [{ ...rule, backlog: 'ask' }] });
  const app = await start();
  const waiting = await until(async () => {
    const { rows } = await ask(app, 'files.page', { states: ['held'] });
    return rows[0] ?? null;
  });
  await beside(dir, (ledger) => {
    refuseWrites(ledger, "INSERT ON audit WHEN NEW.action <> 'list.viewed'");
  });
  const held = async () => (await ask(app, 'files.page', { states: ['held'] })).count;
  await failure(app, 'files.decide', { file: waiting.id, decision: 'leave-out' });
  await failure(app, 'files.decide', { file: waiting.id, decision: 'send' });
  expect(await held()).toBe(1);
  await failure(app, 'folders.pause', { folder: 'scans' });
  expect((await ask(app, 'folders.list', {})).map(({ paused }) => paused)).toEqual([false]);
  expect((await ask(app, 'outbox.page', {})).count).toBe(0);
  await beside(dir, (ledger) => takeWrites(ledger));
  await ask(app, 'files.decide', { file: waiting.id, decision: 'leave-out' });
  expect(await held()).toBe(0);
  const { rows } = await ask(app, 'audit.page', { action: ['file.decided'] });
  expect(rows).toEqual([expect.objectContaining({ detail: { decision: 'leave-out' } })]);
});

test('a document or a backup that a person keeps has its entry first: where that cannot be written there is no file', async () => {
  const { dir, app } = await startedApp();
  const { decided_today: today } = await untilOverview(app, ({ decided_today: { count } }) => count > 0);
  const task = today.tasks[0]?.uuid ?? '';
  const { data_items: items } = await ask(app, 'tasks.get', { task });
  const item = items.find(({ data_type: type }) => type === 'file')?.uuid ?? '';
  const { folder } = await ask(app, 'backups.state', {});
  mkdirSync(dir.at('kept'));
  const save = () => app.saveDocument(task, item, dir.at('kept', 'saved.pdf'), CALLER);
  const { terminal } = heardTerminal(false);
  const backUp = () =>
    backUpByVerb({ terminal, choice: choiceOf(dir), stdin: process.stdin, env: {} }, dir.at('kept', 'b'), {});

  await beside(dir, (ledger) => refuseWrites(ledger, 'INSERT ON audit'));
  for (const [verb, input] of [
    ['tasks.page', { search: 'knee' }],
    ['outbox.page', {}],
    ['waiting.list', {}],
  ] as const)
    expect(await failure(app, verb, input)).toMatchObject({
      code: 'audit.unwritable',
      message: expect.stringContaining('so it shows nothing'),
    });
  expect(await save()).toMatchObject({ ok: false });
  await failure(app, 'backups.make', {});
  await expect(backUp()).rejects.toThrow('no space');
  expect(readdirSync(dir.at('kept'))).toEqual([]);
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);

  await beside(dir, (ledger) => takeWrites(ledger));
  expect(await save()).toMatchObject({ ok: true });
  await backUp();
  await expect(backUp()).rejects.toMatchObject({ code: 'backup.exists' });
  expect(readdirSync(dir.at('kept'))).toEqual(['b', 'saved.pdf']);
  const { rows } = await ask(app, 'audit.page', { length: 4 });
  expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
    ['audit.not-finished', { action: 'backup.made', opensWith: 'station' }],
    ['backup.made', { opensWith: 'station' }],
    ['backup.made', { opensWith: 'station' }],
    ['document.saved', { item }],
  ]);
});

test('I11: a support bundle is what is shown, holds what support needs, and no name of a file, Task or patient', async () => {
  const { dir, start, writeSettings } = appPlace();
  mkdirSync(dir.at('scans'));
  const canary = 'Canary-Patientname';
  writeFileSync(join(dir.at('scans'), `${canary}.txt`), `Office visit note\nPatient name: ${canary}\n`);
  const rule = { id: 'scans', path: dir.at('scans'), taskType: 'prior-auth', quietSeconds: 0.1 };
  writeSettings({
    environment: 'practice',
    environments: { clinic: 'https://clinic.example/public/v1' },
    folders: [
      {
        ...rule,
        backlog: 'send',
        name: `${canary} task`,
        requestSpec: { canary },
        exclude: [`${canary}*.doc`],
      },
    ],
  });
  const app = await start();
  await untilOverview(app, ({ account }) => account.accepted > 0);
  await ask(app, 'tasks.page', { search: canary });
  writeFileSync(dir.at('data', 'logs', 'clearfolder.1.log'), `${canary}\n{"event":"engine.started","x":1}\n`);
  const made = await ask(app, 'support.make', {});
  expect(await madeText(app, made.file)).toBe(made.text);
  expect(made.text).not.toContain(canary);
  for (const part of [
    'https://clinic.example/public/v1',
    '"environment": "practice"',
    dir.at('scans'),
    'ok    audit: The audit record is complete and unchanged',
    'submissions: accepted 1',
    '"event":"engine.started"',
    '(a line that is no event of the log was left out)',
  ]) {
    expect(made.text).toContain(part);
  }
  const secrets = readFileSync(dir.at('secrets.json'), 'utf8').match(/[\w-]{20,}/g) ?? [];
  expect(secrets.length).toBeGreaterThan(0);
  for (const secret of secrets) expect(made.text).not.toContain(secret);
  const { rows } = await ask(app, 'audit.page', { action: ['support.made'] });
  expect(rows).toEqual([expect.objectContaining({ actor: CALLER.actor })]);
});
