import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testStation } from '../../support/clearfolder.ts';
import { sha256Of } from '../../support/documents.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';

const PATIENT = { timeoutMs: 60_000, everyMs: 200 };
const statusSchema = z.object({
  state: z.string(),
  attention: z.array(z.object({ kind: z.string(), count: z.number() })),
});

/** A computer: a station and its watched folder, whose disk can be copied and put back as a whole. */
async function computer(service: { baseUrl: string; apiSecret: string }, rule: object = {}) {
  const folder = await tempDir('watched');
  const settings = watchingSettings(service, folder.path, { rule, tracking: { seconds: 0.5 } });
  const station = await testStation(settings, { apiSecret: service.apiSecret });
  const disks = await tempDir('disks');
  const parts = {
    data: station.dir.at('data'),
    secrets: station.dir.at('secrets.json'),
    folder: folder.path,
  };
  const put = (name: string, about = name) => {
    const bytes = pdfDocument({ pages: [about] });
    writeFileSync(folder.at(name), bytes);
    return sha256Of(bytes);
  };
  const counts = async () => (await station.folder()).counts;
  const reaches = (wanted: Record<string, number>) =>
    until(
      async () => {
        const now = await counts();
        return Object.entries(wanted).every(([state, count]) => now[state] === count);
      },
      { ...PATIENT, what: JSON.stringify(wanted) },
    );
  const status = async () => {
    const { stdout, code } = await station.run('status', '--json');
    return { ...statusSchema.parse(JSON.parse(stdout)), code };
  };
  return {
    folder,
    station,
    put,
    counts,
    reaches,
    status,
    snapshot: () => {
      for (const [name, path] of Object.entries(parts)) cpSync(path, disks.at(name), { recursive: true });
    },
    /** Files of the folder that the snapshot has stay as they are, with their inodes, as on a disk that is put back. */
    putBack: () => {
      const { folder: watched, ...own } = parts;
      for (const name of readdirSync(watched))
        if (!existsSync(disks.at('folder', name))) rmSync(folder.at(name), { recursive: true });
      for (const [name, path] of Object.entries(own)) {
        rmSync(path, { recursive: true });
        cpSync(disks.at(name), path, { recursive: true });
      }
    },
    [Symbol.asyncDispose]: async () => {
      await station[Symbol.asyncDispose]();
      await folder.remove();
      await disks.remove();
    },
  };
}

test('I2: after the snapshot of a virtual machine is put back, no document that was sent since is sent again', async () => {
  await using upstream = await startServiceModel({ complete: true, keepsFiles: true });
  await using desk = await computer(upstream);
  const { station, put, reaches } = desk;
  const hashes = [put('one.pdf')];
  {
    await using running = await station.watch();
    await reaches({ accepted: 1 });
    await running.stop();
  }
  desk.snapshot();
  {
    await using running = await station.watch();
    for (const name of ['two.pdf', 'three.pdf', 'four.pdf', 'five.pdf']) hashes.push(put(name));
    await reaches({ accepted: 5 });
    await running.stop();
  }
  desk.putBack();
  // What delivered the documents delivers the documents again: two before the start, two after it.
  for (const name of ['two.pdf', 'three.pdf']) put(name);
  await using running = await station.watch();
  await reaches({ held: 2 });
  for (const name of ['four.pdf', 'five.pdf']) put(name);
  hashes.push(put('six.pdf'));
  await reaches({ held: 5, accepted: 1 });
  const { code, attention } = await desk.status();
  expect(code).toBe(3);
  expect(attention).toContainEqual({ kind: 'record', count: 1 });
  expect((await station.tasks()).count).toBe(5);
  expect((await station.run('files', '--state', 'held')).stdout).toContain('may have been sent already');
  upstream.oracle.assertExactlyOnce(hashes.slice(0, 5));
  // One decision for the folder: what was found at the service is left out, what is new goes.
  expect((await station.run('backlog', 'in', 'send')).code).toBe(0);
  await reaches({ held: 0, duplicate: 4, accepted: 2 });
  expect((await desk.status()).attention.map(({ kind }) => kind)).not.toContain('record');
  expect((await running.stop()).code).toBe(0);
  upstream.oracle.assertExactlyOnce(hashes);
}, 200_000);

test('I2: what was queued when the disk was copied, and was sent since, is found at the service', async () => {
  await using upstream = await startServiceModel({ complete: true, keepsFiles: true });
  await using desk = await computer(upstream);
  const { station, put, reaches } = desk;
  {
    await using running = await station.watch();
    // Before the first look at the service's list, nothing is queued.
    await until(async () => (await desk.status()).code === 0);
    await upstream.close();
    put('queued.pdf');
    await reaches({ queued: 1 });
    await running.stop();
  }
  desk.snapshot();
  await using back = await startServiceModel({
    complete: true,
    keepsFiles: true,
    port: Number(new URL(upstream.baseUrl).port),
  });
  await station.setSecret(back.apiSecret);
  const hash = put('queued.pdf');
  {
    await using running = await station.watch();
    await reaches({ accepted: 1 });
    await running.stop();
  }
  desk.putBack();
  await station.setSecret(back.apiSecret);
  await using _running = await station.watch();
  await reaches({ accepted: 1 });
  back.oracle.assertExactlyOnce([hash]);
}, 200_000);

test('I2: two desks of one organization never stop each other', async () => {
  await using upstream = await startServiceModel({ complete: true, keepsFiles: true });
  await using one = await computer(upstream);
  await using other = await computer(upstream);
  const hashes: string[] = [];
  for (const round of [1, 2]) {
    await using first = await one.station.watch();
    await using second = await other.station.watch();
    for (const [index, desk] of [one, other].entries()) {
      hashes.push(desk.put(`${round}-${index}.pdf`));
      await desk.reaches({ accepted: round, held: 0 });
      expect((await desk.status()).code).toBe(0);
    }
    await first.stop();
    await second.stop();
  }
  upstream.oracle.assertExactlyOnce(hashes);
}, 200_000);

test.each([
  ['the secret file is kept', ['data'], { duplicate: 2 }],
  ['the secret file is lost too', ['data', 'secrets.json'], { held: 2 }],
])(
  'I2: after the data folder was lost, with backlog "send", nothing is sent again: %s',
  async (_, lost, state) => {
    await using upstream = await startServiceModel({ complete: true, keepsFiles: true });
    await using desk = await computer(upstream);
    const { station, put, reaches } = desk;
    const hashes = [put('one.pdf'), put('two.pdf')];
    {
      await using running = await station.watch();
      await reaches({ accepted: 2 });
      await running.stop();
    }
    for (const name of lost) rmSync(station.dir.at(name), { recursive: true });
    await station.setSecret(upstream.apiSecret);
    hashes.push(put('new.pdf'));
    await using running = await station.watch();
    if ('duplicate' in state) {
      // Clearfolder found its own Tasks at the service, and one decision settles the folder.
      await reaches({ held: 3 });
      expect((await desk.status()).attention).toContainEqual({ kind: 'record', count: 1 });
      expect((await station.run('backlog', 'in', 'send')).code).toBe(0);
    }
    await reaches({ accepted: 1, held: 0, ...state });
    upstream.oracle.assertExactlyOnce(hashes);
    if ('held' in state)
      expect((await station.run('files', '--state', 'held')).stdout).toContain(
        'A Task of your organization may have',
      );
    expect((await running.stop()).code).toBe(0);
  },
  200_000,
);

test('I2: a document that was sent by hand first does not stand for a record of what was in the folder', async () => {
  await using upstream = await startServiceModel({ complete: true, keepsFiles: true });
  await using before = await computer(upstream);
  const { station, put, reaches, folder } = before;
  const hash = put('one.pdf');
  {
    await using running = await station.watch();
    await reaches({ accepted: 1 });
    await running.stop();
  }
  for (const name of ['data', 'secrets.json']) rmSync(station.dir.at(name), { recursive: true });
  await station.setSecret(upstream.apiSecret);
  const byHand = pdfDocument({ pages: ['by hand'] });
  writeFileSync(station.dir.at('hand.pdf'), byHand);
  const sent = await station.run('submit', '--task-type', 'prior-auth', station.dir.at('hand.pdf'));
  expect(sent.code, sent.stderr).toBe(0);
  expect(readdirSync(folder.path)).toContain('one.pdf');
  await using _running = await station.watch();
  await reaches({ held: 1, accepted: 0 });
  upstream.oracle.assertExactlyOnce([hash, sha256Of(byHand)]);
}, 200_000);

test('I2: a station without a record leaves the decision to a person if the organization has too many Tasks', async () => {
  await using upstream = await startServiceModel({ complete: true });
  for (let index = 0; index <= 200; index += 1) upstream.tasks.add({ status: 'completed' });
  await using desk = await computer(upstream);
  const { station, put, reaches } = desk;
  put('one.pdf');
  await using _running = await station.watch();
  await reaches({ held: 1 });
  expect((await desk.status()).attention).toContainEqual({ kind: 'record', count: 1 });
  expect(upstream.oracle.creates()).toHaveLength(0);
  expect((await station.run('backlog', 'in', 'send')).code).toBe(0);
  await reaches({ accepted: 1 });
  put('two.pdf');
  await reaches({ accepted: 2 });
  expect((await desk.status()).code).toBe(0);
}, 200_000);

test.each(['beside a running station', 'by a verb alone'])(
  'I2: a document that was given by hand and that an older record forgot is not sent again without a word: %s',
  async (where) => {
    await using upstream = await startServiceModel({ complete: true, keepsFiles: true });
    await using desk = await computer(upstream);
    const { station } = desk;
    const bytes = pdfDocument({ pages: ['by hand'] });
    const path = desk.folder.at('..', `by-hand-${Date.now()}.pdf`);
    writeFileSync(path, bytes);
    onTestFinished(() => rmSync(path));
    {
      await using running = await station.watch();
      await until(async () => (await desk.status()).code === 0, PATIENT);
      await running.stop();
    }
    desk.snapshot();
    const submit = () => station.run('submit', path, '--task-type', 'prior-auth');
    expect(await submit()).toMatchObject({ code: 0 });
    await until(() => upstream.oracle.creates().length === 1);
    desk.putBack();
    await using running = where === 'by a verb alone' ? null : await station.watch();
    const { code, stdout, stderr } = await submit();
    expect([code, `${stdout}${stderr}`]).toEqual([
      1,
      expect.stringMatching(/same document was sent before|already has these documents/),
    ]);
    await running?.stop();
    upstream.oracle.assertExactlyOnce([sha256Of(bytes)]);
  },
  100_000,
);

test('I5: an answer that was queued when the disk was copied, and was sent since, is not sent again', async () => {
  await using upstream = await startServiceModel({ keepsFiles: true });
  await using service = await startFaultService({ upstream: upstream.baseUrl });
  await using desk = await computer({ baseUrl: service.baseUrl, apiSecret: upstream.apiSecret });
  const { station, put } = desk;
  const { tasks } = upstream.model;
  const card = desk.station.dir.at('card.pdf');
  writeFileSync(card, pdfDocument({ pages: ['card'] }));
  const answers = async () => (await station.outbox()).filter(({ kind }) => kind === 'answer');
  const sent = () => until(async () => (await answers()).every(({ state }) => state === 'accepted'), PATIENT);
  {
    await using running = await station.watch();
    for (const name of ['data.pdf', 'documents.pdf']) put(name);
    await until(() => tasks.all.length === 2, PATIENT);
    for (const task of tasks.all) tasks.move(task, 'waiting');
    const waits = async () => (await station.tasks()).tasks.filter(({ status }) => status === 'waiting');
    await until(async () => (await waits()).length === 2, PATIENT);
    const outage = service.faults.on(routes.any, { kind: 'dropBefore' });
    const [first, second] = tasks.all;
    await station.run('answer', first?.uuid ?? '', '--data', '{"member_id": "A1"}');
    await station.run('answer', second?.uuid ?? '', '--file', card);
    await running.stop();
    desk.snapshot();
    outage.remove();
  }
  {
    await using running = await station.watch();
    await sent();
    await running.stop();
  }
  desk.putBack();
  const [first, second] = tasks.all;
  if (first === undefined || second === undefined) throw new Error('the model has no two Tasks');
  // The first Task needs something else, and the second Task has ended.
  tasks.move(first, 'waiting');
  tasks.move(second, 'completed');
  expect((await answers()).map(({ state }) => state)).toEqual(['queued', 'queued']);
  await using _running = await station.watch();
  await sent();
  expect(first.data_items.filter(({ data_type: type }) => type === 'json')).toHaveLength(1);
  expect(second.data_items.map(({ name }) => name)).toEqual([expect.any(String), 'card.pdf']);
  expect((await desk.status()).attention.map(({ kind }) => kind)).not.toContain('rejected');
}, 200_000);
