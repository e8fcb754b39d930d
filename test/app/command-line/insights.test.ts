import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { insightsSchema } from '../../../src-main/contract/views/insights.ts';
import { testStation } from '../../support/clearfolder.ts';
import { sha256Of } from '../../support/documents.ts';
import { seededRandom } from '../../support/random.ts';
import { detailsOf } from '../../support/service-model/model-task.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';

type Payload = ReturnType<typeof detailsOf>;

const HOUR_US = 3_600_000_000;
const ISSUES = [
  { key: 'task.medical_record.missing', message: 'No card', medical_record_type: 'insurance-card' },
  { key: 'task.medical_record.missing', message: 'No visit', medical_record_type: 'patient-visit' },
  { key: 'task.data.missing', message: 'member_id?', property: 'member_id' },
  { key: 'task.llm.other', message: 'A remark.' },
];

const micros = (date: string) => {
  const [whole = '', digits = ''] = date.replace('Z', '').split('.');
  return Date.parse(`${whole}Z`) * 1000 + Number(digits.padEnd(6, '0'));
};
const dayOf = (date: string) => new Date(date).toLocaleDateString('sv-SE');

/** Adds one to a number of the object under `key`. */
function add(counts: Record<string, Record<string, number>>, key: string, name: string): void {
  const one = counts[key] ?? {};
  counts[key] = one;
  one[name] = (one[name] ?? 0) + 1;
}

function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

const kindOf = ({ key, property, medical_record_type: type }: Payload['issues'][number]) =>
  `${key} ${String(property ?? '')} ${String(type ?? '')}`;

/** Counts the same from the payloads of the service alone: those of all Tasks at the end, and those of the waits. */
function countedFrom(
  tasks: readonly Payload[],
  waits: readonly Payload[],
  folderOf: (uuid: string) => string | null,
) {
  const byDay: Record<string, Record<string, number>> = {};
  const byStatus: Record<string, Record<string, number>> = {};
  const byCode: Record<string, Record<string, number>> = {};
  const byFolder: Record<string, Record<string, number>> = {};
  const byReason: Record<string, Record<string, number>> = {};
  const byWait: Record<string, Record<string, number>> = {};
  const decided = { tasks: 0, tasks_approved: 0, tasks_not_approved: 0, no_verdict: 0 };
  const times = new Map<string, number[]>();
  const took = (code: string, seconds: number) => times.set(code, [...(times.get(code) ?? []), seconds]);
  for (const { uuid, status, created, latest_status_change: changed, verdicts, issues } of tasks) {
    add(byDay, dayOf(created), 'tasks');
    add(byStatus, status, 'tasks');
    if (status !== 'completed') continue;
    decided.tasks += 1;
    if (verdicts.length === 0) decided.no_verdict += 1;
    else if (verdicts.some(({ approved }) => !approved)) decided.tasks_not_approved += 1;
    else decided.tasks_approved += 1;
    const seconds = (micros(changed) - micros(created)) / 1e6;
    if (verdicts.length > 0) took('all', seconds);
    for (const { code, approved, issues: places } of verdicts) {
      const outcome = approved ? 'approved' : 'not_approved';
      add(byCode, code, outcome);
      add(byFolder, folderOf(uuid) ?? 'other', outcome);
      took(code, seconds);
      if (approved) continue;
      const found = places.map((place) => issues[place]);
      const kinds = found.map((issue) => (issue === undefined ? 'none' : kindOf(issue)));
      for (const kind of new Set(kinds.length === 0 ? ['none'] : kinds)) add(byReason, kind, 'not_approved');
    }
  }
  for (const { issues } of waits) for (const kind of new Set(issues.map(kindOf))) add(byWait, kind, 'waits');
  return { byDay, byStatus, byCode, byFolder, byReason, byWait, decided, times };
}

/** The rows of a table of insights by a key, without the key and the messages. */
function keyed<R extends object>(
  rows: readonly R[],
  keyOf: (row: R) => string,
  names: readonly (keyof R & string)[],
) {
  return Object.fromEntries(
    rows.map((row) => [
      keyOf(row),
      Object.fromEntries(names.flatMap((name) => (row[name] ? [[name, row[name]]] : []))),
    ]),
  );
}

test('insights of a scripted week are what is counted from the payloads of the service; Tasks are exported, and receipts say what was sent', async () => {
  await using service = await startServiceModel();
  await using folder = await tempDir('watched');
  const random = seededRandom(23);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const now = service.tasks.micros();
  const outcome = () => {
    const codes = ['73721', '72148', '29881'].filter(() => random() < 0.6);
    const verdicts = codes.map((code) => {
      const approved = random() < 0.5;
      return { code, approved, issues: approved ? [] : [0, 1, 9].filter(() => random() < 0.6) };
    });
    return { verdicts, issues: ISSUES.toSorted(() => random() - 0.5).slice(0, 2) };
  };
  for (let count = 0; count < 60; count++) {
    const created = now - Math.ceil((1 + random() * 6.5 * 24) * HOUR_US);
    const task = service.tasks.add({ status: 'pending', name: `Invented ${count}` }, created);
    const status = pick([
      'completed',
      'completed',
      'completed',
      'waiting',
      'waiting',
      'failed',
      'invalid',
      'processing',
    ]);
    const at = created + Math.ceil(random() * 0.9 * HOUR_US);
    const { issues, verdicts } = outcome();
    service.tasks.move(task, status ?? 'completed', {
      at,
      issues,
      verdicts: status === 'completed' ? verdicts : [],
    });
  }
  writeFileSync(folder.at('scan one.txt'), 'An invented document');
  writeFileSync(folder.at('=two.txt'), 'Another invented document');
  const settings = watchingSettings(service, folder.path, {
    tracking: { seconds: 0.3, scope: 'organisation' },
  });
  await using station = await testStation(settings, { apiSecret: service.apiSecret });
  await using running = await station.watch();
  const known = async () => {
    const { tasks } = await station.tasks();
    return tasks.every(({ uuid, status, verdicts }) => {
      const at = service.tasks.get(uuid);
      return status === at.status && verdicts.length === (status === 'completed' ? at.verdicts.length : 0);
    })
      ? tasks.length
      : 0;
  };
  await until(async () => (await known()) === 62, { what: 'all Tasks with their verdicts' });
  const waits = service.tasks.all
    .filter(({ status }) => status === 'waiting')
    .map((task) => structuredClone(detailsOf(task)));
  const moving = service.tasks.all.filter(
    ({ status }, index) => status === 'pending' || (status === 'waiting' && index % 2 === 0),
  );
  for (const task of moving) service.tasks.move(task, 'completed', outcome());
  await until(async () => (await known()) === 62, { what: 'the later verdicts' });

  const day = (daysAgo: number) => dayOf(new Date(now / 1000 - daysAgo * 86_400_000).toISOString());
  const period = ['--from', day(8), '--to', day(-1)] as const;
  const { created, decided, waiting } = insightsSchema.parse(await station.json('insights', ...period));
  const folders = new Map(
    (await station.outbox()).flatMap((row) =>
      row.kind === 'submission' ? [[row.task_uuid, row.folder] as const] : [],
    ),
  );
  const counted = countedFrom(service.tasks.all.map(detailsOf), waits, (uuid) => folders.get(uuid) ?? null);
  const kind = ({
    key,
    property,
    record_type: type,
  }: (typeof waiting.by_reason)[number] | (typeof decided.by_reason)[number]) =>
    key === null ? 'none' : `${key} ${property ?? ''} ${type ?? ''}`;
  expect({
    byDay: keyed(created.by_day, (row) => row.day, ['tasks']),
    byStatus: keyed(created.by_status, (row) => row.status, ['tasks']),
    byCode: keyed(decided.by_code, (row) => row.code, ['approved', 'not_approved']),
    byFolder: keyed(decided.by_folder, (row) => row.folder ?? 'other', ['approved', 'not_approved']),
    byReason: keyed(decided.by_reason, kind, ['not_approved']),
    byWait: keyed(waiting.by_reason, kind, ['waits']),
  }).toEqual({ ...counted, decided: undefined, times: undefined });
  expect(decided).toMatchObject({ ...counted.decided, not_loaded: 0, deleted: 0, tasks_corrected: 0 });
  for (const number of Object.values(counted.decided)) expect(number).toBeGreaterThan(0);
  const all = counted.times.get('all') ?? [];
  expect([decided.p50_seconds, decided.p90_seconds]).toEqual([percentile(all, 0.5), percentile(all, 0.9)]);
  for (const { code, p50_seconds: half, p90_seconds: most } of decided.by_code) {
    const taken = counted.times.get(code) ?? [];
    expect([code, half, most]).toEqual([code, percentile(taken, 0.5), percentile(taken, 0.9)]);
  }
  expect([created.tasks, waiting.waits, Object.keys(counted.byReason).length]).toEqual([62, waits.length, 5]);
  const { stdout } = await station.run('insights', ...period);
  expect(stdout).toContain('No insurance card was found in the documents.');
  expect(stdout).toContain(`${counted.decided.tasks_approved} of them with every code approved\n`);
  expect(await station.run('insights', '--from', '2026-02-30')).toMatchObject({ code: 2 });
  expect(await station.run('insights', '--from', day(0), '--to', day(1))).toMatchObject({ code: 2 });

  const file = station.dir.at('export.json');
  const filters = ['--code', '73721', '--outcome', 'not-approved', '--file', file];
  const refused = service.tasks.all.filter(
    ({ verdicts, status }) =>
      status === 'completed' && verdicts.some(({ code, approved }) => code === '73721' && !approved),
  );
  expect(await station.json('export', '--format', 'json', ...filters)).toMatchObject({
    file,
    tasks: refused.length,
  });
  const rows = z.array(z.object({ uuid: z.string() })).parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(rows.map(({ uuid }) => uuid).toSorted()).toEqual(refused.map(({ uuid }) => uuid).toSorted());
  expect(statSync(file).mode & 0o077).toBe(0);
  const again = await station.run('export', '--format', 'csv', ...filters);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('did not overwrite')]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(refused.length);
  const tasks = await station.json('tasks', '--code', '73721', '--outcome', 'not-approved');
  expect(tasks).toMatchObject({ count: refused.length });

  const own = (await station.outbox()).find(({ files }) =>
    files.some(({ path }) => path.endsWith('one.txt')),
  );
  expect(await station.json('receipt', own?.task_uuid ?? '')).toMatchObject({
    ...{ environment: 'test', task: own?.task_uuid, external_id: own?.external_id },
    sent: [
      {
        ...{ what: 'task', sent_at: expect.any(String), accepted_at: expect.any(String), data: [] },
        documents: [
          { name: 'scan one.txt', size: 20, sha256: sha256Of(Buffer.from('An invented document')) },
        ],
      },
    ],
  });
  expect((await running.stop()).code).toBe(0);
});
