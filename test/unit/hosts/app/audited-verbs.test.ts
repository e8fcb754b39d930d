import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { VerbName } from '../../../../src-main/contract/verbs/index.ts';
import { type AuditAction, auditEntrySchema } from '../../../../src-main/contract/views/audit.ts';
import { createTypedSearches, type Search } from '../../../../src-main/hosts/app/audit-views.ts';
import { until } from '../../../support/until.ts';
import { startedApp, untilConnected, untilOverview } from './support/app-place.ts';
import { ask, CALLER, failure } from './support/ask.ts';
import { SEND_EACH } from './support/send-each.ts';

/**
 * What each verb leaves in the audit, or why it leaves nothing. A new verb does not compile without an answer. Those that are
 * carried out below are marked by `seen`.
 */
const KEPT = {
  'app.info': 'nothing of patients',
  'app.overview': { seen: 'list.viewed' },
  'app.restart-engine': 'changes nothing; what it finds changed in the settings is kept by the start',
  'settings.get': 'nothing of patients',
  'settings.save': { seen: 'settings.changed' },
  'secret.set': { elsewhere: 'secret.set' },
  'secret.clear': { elsewhere: 'secret.cleared' },
  'secret.same-organisation': { elsewhere: 'organisation.same' },
  'secret.own-environment': { elsewhere: 'secret.set' },
  'secret.check': 'nothing of patients',
  'connect.place': 'a place of this computer',
  'connect.test': { elsewhere: 'redirect.confirmed' },
  'connect.finish': { elsewhere: 'secret.set' },
  'connect.cancel': 'saves nothing',
  'preferences.get': 'of the person alone',
  'preferences.save': 'of the person alone',
  'doctor.run': 'nothing of patients',
  'tasks.page': { seen: 'list.viewed' },
  'tasks.export': { seen: 'tasks.exported' },
  'tasks.facets': 'names of kinds, not of patients',
  'tasks.get': { seen: 'task.viewed' },
  'tasks.ask': { elsewhere: 'task.viewed' },
  'tasks.raw': { seen: 'task.viewed' },
  'tasks.receipt': { seen: 'task.viewed' },
  'tasks.printed': { seen: 'task.printed' },
  'documents.printed': { seen: 'document.printed' },
  'tasks.texts': { seen: 'task.viewed' },
  'tasks.look': 'shows nothing',
  'tasks.set-cleared': { seen: 'edit.added' },
  'tasks.rename': { seen: 'edit.added' },
  'tasks.shares-external-id': 'tells only whether the typed reference is in use',
  'tasks.set-external-id': { seen: 'edit.added' },
  'tasks.add-note': { seen: 'edit.added' },
  'tasks.resume': { seen: 'answer.added' },
  'tasks.add-staff-note': { seen: 'task.noted' },
  'tasks.assign': { seen: 'task.assigned' },
  'tasks.set-aside': { seen: 'task.set-aside' },
  'tasks.give-up': { seen: 'task.given-up' },
  'tasks.take-back': { seen: 'task.taken-back' },
  'tasks.decide-twin': { elsewhere: 'task.twin-decided' },
  'tasks.journeys': { seen: 'list.viewed' },
  'waiting.list': { seen: 'list.viewed' },
  'answers.send': { seen: 'answer.added' },
  'drops.open': 'holds nothing yet',
  'drops.correct': { elsewhere: 'drop.files-added' },
  'drops.text': { elsewhere: 'drop.viewed' },
  'drops.add-paths': { elsewhere: 'drop.files-added' },
  'drops.add-text': { seen: 'drop.files-added' },
  'drops.get': { seen: 'drop.viewed' },
  'drops.list': { seen: 'list.viewed' },
  'drops.remove-file': { seen: 'drop.file-removed' },
  'drops.send-anyway': { seen: 'drop.files-added' },
  'drops.purpose': 'shows nothing',
  'drops.send': { seen: 'submission.added' },
  'drops.discard': { seen: 'drop.discarded' },
  'task-types.known': 'names of kinds, not of patients',
  'task-types.try': { seen: 'submission.added' },
  'outbox.page': { seen: 'list.viewed' },
  'outbox.retry': { elsewhere: 'submission.retried' },
  'outbox.retry-all': { seen: 'submission.retried' },
  'outbox.withdraw': { seen: 'submission.withdrawn' },
  'outbox.send-again': { elsewhere: 'submission.sent-again' },
  'outbox.as-task': { elsewhere: 'answer.as-task' },
  'outbox.plan': { elsewhere: 'submission.withdrawn' },
  'files.plan': { elsewhere: 'file.decided' },
  'plans.undo': 'nothing has happened yet',
  'plans.dismiss': 'hides a message and decides nothing',
  'views.list': 'of the person alone',
  'views.save': 'of the person alone',
  'views.remove': 'of the person alone',
  'files.page': { seen: 'list.viewed' },
  'files.decide': { elsewhere: 'file.decided' },
  'folders.list': 'counts and places, no names of files',
  'folders.preview': { seen: 'list.viewed' },
  'folders.test': 'no names of files',
  'folders.save': { seen: 'settings.changed' },
  'folders.remove': { seen: 'settings.changed' },
  'folders.pause': { seen: 'folder.paused' },
  'folders.resume': { seen: 'folder.resumed' },
  'folders.rescan': 'shows and decides nothing',
  'folders.no-other-station': { elsewhere: 'folder.no-other-station' },
  'folders.decide-offer': { elsewhere: 'folder.offer-decided' },
  'folders.decide-backlog': { elsewhere: 'folder.backlog-decided' },
  'places.list': 'names of folders of this computer',
  'lock.state': 'nothing of patients',
  'lock.activity': 'nothing of patients',
  'lock.now': { elsewhere: 'lock.locked' },
  'lock.unlock': { elsewhere: 'lock.unlocked' },
  'lock.add-user': { elsewhere: 'user.added' },
  'lock.remove-user': { elsewhere: 'user.removed' },
  'lock.set': { elsewhere: 'lock.changed' },
  'redirect.answer': { elsewhere: 'redirect.confirmed' },
  'drafts.keep': 'kept in memory alone',
  'drafts.kept': { seen: 'list.viewed' },
  'audit.page': { seen: 'list.viewed' },
  'audit.facets': 'names of accounts and kinds',
  'audit.verify': { seen: 'audit.verified' },
  'audit.export': { seen: 'audit.exported' },
  'support.make': { seen: 'support.made' },
  'backups.state': 'a time and a folder of this computer',
  'backups.make': { seen: 'backup.made' },
  'stations.list': 'counts, ids of folders and problem codes (I11)',
  'insights.get': { seen: 'list.viewed' },
  'insights.export': { seen: 'insights.exported' },
} satisfies Record<VerbName, string | { seen: AuditAction } | { elsewhere: AuditAction }>;

test('what a person sees, sends, answers, changes and exports is in the audit, under their name', async () => {
  const { dir, app } = await startedApp();
  const { decided_today: today } = await untilOverview(
    app,
    ({ decided_today: decided }) => decided.count > 0,
  );
  const task = today.tasks[0]?.uuid ?? '';
  const give = async (drop: string, name: string) => {
    const bytes = Buffer.from(`Office visit note\nPatient name: ${name}\n${crypto.randomUUID()}`);
    const stream = async function* () {
      yield new Uint8Array(bytes);
    };
    const added = await app.addDropStream(drop, { path: `${name}.txt`, size: bytes.length }, stream());
    expect(added.ok).toBe(true);
    await until(async () => !(await ask(app, 'drops.get', { drop })).reading);
  };
  const opened = async () => {
    const { id } = await ask(app, 'drops.open', {});
    await give(id, 'one');
    return id;
  };

  for (const name of ['tasks.page', 'tasks.journeys', 'outbox.page', 'files.page', 'audit.page'] as const)
    await ask(app, name, {});
  await ask(app, 'waiting.list', {});
  await ask(app, 'drops.list', {});
  await ask(app, 'drafts.kept', {});
  await ask(app, 'tasks.facets', {});
  await ask(app, 'tasks.get', { task });
  await ask(app, 'tasks.raw', { task });
  await ask(app, 'tasks.receipt', { task });
  await ask(app, 'tasks.printed', { task, what: 'report' });
  await ask(app, 'documents.printed', { task, item: 'an-item', page: null });
  await app.call('tasks.get', { task }, { actor: 'B. Other' });
  await failure(app, 'tasks.get', { task: 'unknown-task' });
  await ask(app, 'tasks.rename', { task, name: 'Another name' });
  await ask(app, 'tasks.set-cleared', { tasks: [task], cleared: true });
  await ask(app, 'tasks.set-external-id', { task, external_id: 'claim-7' });
  await ask(app, 'tasks.add-note', { task, text: 'The payer was asked by telephone.' });
  const waiting = await until(async () => (await ask(app, 'waiting.list', {})).rows[0] ?? null);
  await ask(app, 'tasks.add-staff-note', { task, text: 'Ida called about the card.' });
  await ask(app, 'tasks.assign', { task, to: 'Ana' });
  await ask(app, 'tasks.set-aside', { task: waiting.uuid, until: '2999-01-01' });
  await ask(app, 'tasks.give-up', { task: waiting.uuid, reason: 'Ida moved away.' });
  await ask(app, 'tasks.take-back', { task: waiting.uuid });
  await ask(app, 'tasks.resume', { task: waiting.uuid });
  await ask(app, 'answers.send', { task: waiting.uuid, drop: null, data: { member_id: 'A 1' } });
  const thrownAway = await opened();
  await give(thrownAway, 'two');
  await ask(app, 'drops.add-text', { drop: thrownAway, name: '', kind: 'text', text: 'typed' });
  await ask(app, 'drops.send-anyway', { drop: thrownAway, index: 0 });
  await ask(app, 'drops.remove-file', { drop: thrownAway, index: 0 });
  await ask(app, 'drops.discard', { drop: thrownAway });
  const queued = await ask(app, 'drops.send', { drop: await opened(), ...SEND_EACH });
  await ask(app, 'outbox.withdraw', { ids: queued.ids });
  await ask(app, 'outbox.retry-all', {});
  await ask(app, 'task-types.try', { task_type: 'prior-auth' });
  mkdirSync(dir.at('scans'));
  const { settings } = await ask(app, 'settings.get', {});
  const [first] = settings.folders;
  if (first === undefined) throw new Error('practice mode watches a folder');
  const rule = { ...first, id: 'scans', path: dir.at('scans') };
  await ask(app, 'folders.preview', { rule });
  await ask(app, 'folders.save', { rule, replaces: null });
  await ask(app, 'folders.pause', { folder: 'scans' });
  await ask(app, 'folders.resume', { folder: 'scans' });
  await ask(app, 'folders.remove', { folder: 'scans' });
  const now = (await ask(app, 'settings.get', {})).settings;
  await ask(app, 'settings.save', { settings: { ...now, station: 'another-name' } });
  await untilConnected(app);
  await ask(app, 'audit.verify', {});
  await ask(app, 'audit.export', { format: 'csv' });
  await ask(app, 'tasks.export', { format: 'csv' });
  await ask(app, 'insights.get', { from: '2026-01-01', to: '2026-01-31' });
  await ask(app, 'insights.export', { from: '2026-01-01', to: '2026-01-31', format: 'json' });
  await ask(app, 'support.make', {});
  await ask(app, 'backups.make', {});

  const { rows } = await ask(app, 'audit.page', { length: 500 });
  const own = rows.filter(({ actor }) => actor === CALLER.actor);
  const actions = new Set(own.map(({ action }) => action));
  const lists = new Set(own.filter(({ action }) => action === 'list.viewed').map(({ subject }) => subject));
  const missing = Object.entries(KEPT).flatMap(([verb, kept]) => {
    if (typeof kept === 'string' || !('seen' in kept)) return [];
    const isKept = kept.seen === 'list.viewed' ? lists.has(verb) : actions.has(kept.seen);
    return isKept ? [] : [verb];
  });
  expect(missing).toEqual([]);
  const unasked = Object.entries(KEPT).filter(([verb, kept]) => typeof kept === 'string' && lists.has(verb));
  expect(unasked).toEqual([]);
  // What was not found leaves nothing, and the same look counts once for each person.
  const looks = rows.filter(({ action }) => action === 'task.viewed');
  expect(looks.map(({ actor, subject }) => [actor, subject])).toEqual([
    ['B. Other', task],
    [CALLER.actor, task],
  ]);
  // What was typed and what files are called is not (I11).
  const text = JSON.stringify(rows.map((row) => auditEntrySchema.parse(row)));
  for (const word of ['Another name', 'A 1', 'one.txt', 'two.txt', 'Ida']) expect(text).not.toContain(word);
});

/** Types one text after the other, with pauses where it says so; gives the texts that were kept. */
async function typed(texts: readonly (string | 'pause' | 'stop')[]): Promise<string[]> {
  const kept: string[] = [];
  let waiting: (() => void)[] = [];
  const clock = {
    now: () => 0,
    monotonic: () => 0,
    sleep: () => new Promise<void>((resolve) => waiting.push(resolve)),
  };
  const keep = ({ typed: { search } }: Search) => kept.push(search ?? '');
  const searches = createTypedSearches(clock, keep, (error) => {
    throw error;
  });
  for (const text of texts) {
    if (text === 'stop') searches.stop();
    else if (text === 'pause') {
      for (const end of waiting) end();
      waiting = [];
      await Promise.resolve();
      await Promise.resolve();
    } else {
      const field = text === '' ? {} : { search: text };
      searches.shown({ actor: 'a', name: 'tasks.page', filter: {}, typed: field, rows: 1, of: 1 });
    }
  }
  return kept;
}

test.each([
  ['letters typed one by one', ['m', 'mi', 'mil', 'pause'], ['mil']],
  ['a pause on the way', ['mi', 'pause', 'mil', 'mill', 'pause'], ['mi', 'mill']],
  ['another text', ['mil', 'abe', 'pause'], ['mil', 'abe']],
  ['letters deleted to nothing', ['mil', 'mi', 'm', '', 'pause'], ['mil']],
  ['letters deleted after a pause', ['mil', 'pause', 'mi', 'm', '', 'pause'], ['mil']],
  ['letters deleted, then a pause', ['mil', 'mi', 'pause'], ['mil', 'mi']],
  ['the same text asked for again', ['mil', 'mil', 'pause', 'mil', 'pause'], ['mil']],
  ['the end', ['mi', 'mil', 'stop'], ['mil']],
] as const)('of %s, what was meant is kept', async (_, texts, kept) => {
  expect(await typed(texts)).toEqual(kept);
});

test('the audit holds what was searched, by what lists were narrowed and how many rows they showed, once in ten minutes', async () => {
  const { start, app } = await startedApp();
  await untilOverview(app, ({ tasks_known: known }) => known > 0);
  const [row] = (await ask(app, 'tasks.page', {})).rows;
  const text = row?.uuid.slice(0, 8) ?? '';
  for (const length of [2, 5, 8])
    await ask(app, 'tasks.page', { search: text.slice(0, length), extent: 'newest' });
  for (const _ of [1, 2]) await ask(app, 'tasks.page', { search: text, extent: 'all', order_by: 'name' });
  for (const _ of [1, 2]) await ask(app, 'tasks.page', { status: ['no-such-status'] });
  await ask(app, 'outbox.page', { states: ['rejected'] });
  await app.stop();

  const { rows } = await ask(await start(), 'audit.page', { action: ['list.viewed'], actor: [CALLER.actor] });
  const of = (list: string) => rows.filter(({ subject }) => subject === list).map(({ detail }) => detail);
  expect(of('tasks.page').filter((detail) => 'search' in detail)).toEqual([{ search: text, rows: 1, of: 1 }]);
  expect(of('tasks.page').filter((detail) => 'status' in detail)).toEqual([
    { status: ['no-such-status'], rows: 0, of: 0 },
  ]);
  expect(of('tasks.page').at(-1)).toEqual({ rows: expect.any(Number), of: expect.any(Number) });
  expect(of('outbox.page')).toEqual([{ states: ['rejected'], rows: 0, of: 0 }]);
});
