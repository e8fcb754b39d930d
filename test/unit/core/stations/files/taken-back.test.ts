import { rename } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { submissionTable } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { until } from '../../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from '../../folders/intake-bench.ts';
import { SENDS_ALL, twoStations } from './support/two-stations.ts';

async function oneHasQueued() {
  const stations = await twoStations();
  await stations.one.send('a.pdf', pdf('a'));
  return stations;
}

/** As the outbox does it. */
function takeBack({ ledger, submissions, intake }: IntakeBench, at = 0): string {
  const { id = '', external_id: externalId = '' } = submissions()[at] ?? {};
  expect(submissionTable(ledger).withdraw(id, Date.now())).toBe(true);
  void intake.guard.withdrawn();
  return externalId;
}

const problemsOf = ({ ledger }: IntakeBench) =>
  ledger.db.prepare('SELECT problem_code FROM submission ORDER BY seq').pluck().all();

/** The account of a station whose ledger belongs to no organisation yet. */
const SAID = { environment: 'production', organisation: null };

/** The other stations are told by the claim. */
const expectTold = async (bench: IntakeBench, externalId: string | undefined) =>
  expect(await bench.claims()).toEqual([{ externalId, station: 'station-1', ...SAID }]);

describe('a document of a shared folder that a station took back', () => {
  test('is not sent by the one that takes the folder over, but shown there, until a person decides so', async () => {
    const { one, two } = await oneHasQueued();
    const externalId = takeBack(one);
    await one.intake.stop();
    expect(problemsOf(one)).toEqual([null]);
    await until(() => two.account().held === 1 && !two.intake.busy());
    expect(two.submissions()).toEqual([]);
    expect(two.held()).toEqual([['a.pdf', 'file.taken-back']]);
    const detail = two.ledger.db.prepare('SELECT problem_detail FROM file').pluck().get();
    expect(detail).toBe('STATION-1');
    await two.restart();
    await two.intake.rescan();
    expect(two.held()).toEqual([['a.pdf', 'file.taken-back']]);
    await two.intake.decideFile(two.rows()[0]?.id ?? 0, 'send');
    expect(two.submissions()).toMatchObject([{ state: 'unconfirmed', external_id: externalId }]);
    await expectTold(two, externalId);
    expectAccountAddsUp(two, 1);
  });

  test('is not sent by that one for a decision that was made without knowing of it', async () => {
    await using one = await intakeBench({ station: 'station-1', rule: SENDS_ALL });
    await one.send('a.pdf', pdf('a'));
    await using two = await intakeBench({
      station: 'station-2',
      folder: one.folder,
      rule: { backlog: 'ask' },
    });
    expect(two.held()).toEqual([['a.pdf', 'file.backlog']]);
    takeBack(one);
    await one.intake.stop();
    await until(() => two.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 }));
    const decided = () => two.intake.decideFile(two.rows()[0]?.id ?? 0, 'send');
    await expect(decided()).rejects.toMatchObject({ code: 'file.taken-back' });
    expect(two.held()).toEqual([['a.pdf', 'file.taken-back']]);
    await decided();
    expect(two.submissions()).toHaveLength(1);
  });

  test('goes whole where it was a group, once a person decides about one of its files', async () => {
    const { one, two } = await twoStations({ ...SENDS_ALL, group: 'folder' });
    await one.putPacket('x', ['1', '2']);
    await one.submitted(1);
    takeBack(one);
    await one.intake.stop();
    await until(() => two.account().held === 2 && !two.intake.busy());
    expect(two.held().map(([, code]) => code)).toEqual(['file.taken-back', 'file.taken-back']);
    await two.intake.decideFile(two.rows()[0]?.id ?? 0, 'send');
    expect(two.sent()).toEqual([['x/1.pdf', 'x/2.pdf']]);
  });

  test('and put in again there, goes out as any other, which the one that takes over asks for', async () => {
    const { one, two } = await oneHasQueued();
    takeBack(one);
    await until(() => problemsOf(one)[0] === null);
    await one.put('b.pdf', pdf('a'));
    await one.submitted(2);
    const again = one.submissions()[1]?.external_id;
    await expectTold(one, again);
    await one.intake.stop();
    await two.submitted(1);
    expect(two.submissions()).toMatchObject([{ external_id: again, state: 'unconfirmed' }]);
  });
});

test('where the other stations cannot be told: it says so, and they are told once the folder is back', async () => {
  await using one = await intakeBench({ station: 'station-1', rule: SENDS_ALL });
  await one.send('a.pdf', pdf('a'));
  await rename(one.folder, `${one.folder}-away`);
  const externalId = takeBack(one);
  await one.intake.stop();
  expect(problemsOf(one)).toEqual(['station.untold']);
  await rename(`${one.folder}-away`, one.folder);
  await expectTold(one, externalId);
  await one.restart();
  await until(() => problemsOf(one)[0] === null);
  expect(await one.claims()).toMatchObject([{ externalId, withdrawn: { name: 'STATION-1' } }]);
});

test('where the other stations cannot be told: it stays so where another station had the folder since, and may have sent it', async () => {
  const { one, two } = await oneHasQueued();
  await one.intake.stop();
  const externalId = takeBack(one);
  await two.submitted(1);
  await two.intake.stop();
  await one.restart();
  await until(() => one.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 }));
  await one.intake.stop();
  expect(problemsOf(one)).toEqual(['station.untold']);
  await expectTold(one, externalId);
});

test('where the other stations cannot be told: what was found by the other one first may be there to send, whatever it is told', async () => {
  const { one, two } = await oneHasQueued();
  await one.intake.stop();
  await two.submitted(1);
  submissionTable(two.ledger).sendAnew(two.submissions()[0]?.id ?? '', Date.now());
  const externalId = takeBack(two);
  await two.intake.stop();
  expect(problemsOf(two)).toEqual(['station.untold']);
  expect(await one.claims()).toMatchObject([{ externalId, withdrawn: { name: 'STATION-2' } }]);
});

test('I2: what was taken back while the service was away may be there to send at the other station, too', async () => {
  const { one } = await twoStations();
  await one.send('a.pdf', pdf('a'));
  const table = submissionTable(one.ledger);
  const id = one.submissions()[0]?.id ?? '';
  table.beginSending(id, Date.now());
  const problem = { code: 'service.unreachable', detail: null } as const;
  table.queue(id, { nextAt: Date.now() + 60_000, failures: 1, problem }, Date.now());
  await one.intake.stop();
  expect(table.withdraw(id, Date.now())).toBe(true);
  expect(problemsOf(one)).toEqual(['station.untold']);
});
