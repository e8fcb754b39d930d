import { describe, expect, it } from 'vitest';
import { folderRuleSchema } from '../../../../../src-main/contract/settings.ts';
import { othersToSend } from '../../../../../src-main/core/views/overview/attention.ts';
import { unsentText } from '../../../../../src-main/hosts/command-line/verbs/unsent-text.ts';
import { until } from '../../../../support/until.ts';
import { expectAccountAddsUp, intakeBench, pdf } from '../../folders/intake-bench.ts';
import { knownTask } from '../../folders/support/known-task.ts';
import { SENDS_ALL, twoStations } from './support/two-stations.ts';

describe('two stations on one folder', () => {
  it.each(['withdrawn', 'rejected'])(
    'ask for the submission by which a document went, not for one before it that is %s',
    async (state) => {
      const { one, two } = await twoStations();
      await one.send('a.pdf', pdf('same'));
      one.ledger.db.prepare('UPDATE submission SET state = ?, ended_at = 1').run(state);
      await one.send('b.pdf', pdf('same'));
      await one.intake.stop();
      await until(() => two.submissions().length === 1 && !two.intake.busy());
      const idsOf = ({ ledger }: typeof one) =>
        ledger.db.prepare<[], string>('SELECT external_id FROM submission ORDER BY seq').pluck().all();
      expect(idsOf(two)).toEqual(idsOf(one).slice(1));
      expect(two.submissions()).toMatchObject([{ state: 'unconfirmed' }]);
      expectAccountAddsUp(two, 2);
    },
  );

  it('I10: what was queued from a folder before its rule named that of another station goes from here', async () => {
    await using two = await intakeBench({ station: 'station-2' });
    await using one = await intakeBench({ station: 'station-1' });
    await one.send('a.pdf', pdf('a'));
    const rule = folderRuleSchema.parse({ id: 'scans', path: two.folder, taskType: 'prior-auth' });
    await one.intake.setRules([rule]);
    await until(() => one.folderRow()?.handled_by === 'STATION-2');
    expect(one.account().queued).toBe(1);
    expect(othersToSend(one.ledger, [rule]).all).toBe(0);
  });

  it('submit nothing twice: what one queued, the other that takes over looks up first', async () => {
    const { one, two } = await twoStations();
    expect(two.folderRow()?.handled_by).toBe('STATION-1');
    expect(one.folderRow()?.handled_by).toBeNull();
    for (let n = 0; n < 20; n++) await one.put(`${n}.pdf`);
    await one.submitted(20);
    await until(() => two.account().settling === 20 && !two.intake.busy());
    expect(two.submissions()).toHaveLength(0);
    // I10: they are not on their way from here.
    const rules = [folderRuleSchema.parse({ id: 'scans', path: '/', taskType: 't' })];
    const toSend = ({ ledger }: typeof one) => othersToSend(ledger, rules);
    expect([toSend(one), toSend(two)]).toEqual([
      { all: 0, settling: 0 },
      { all: 20, settling: 20 },
    ]);
    expect(unsentText(two.ledger, rules)).toBe('20 files are handled by another station.');
    // Nor by a person, as an answer: the other one sends it.
    const answerTo = knownTask(two.ledger);
    await expect(two.intake.decideFile(two.rows()[0]?.id ?? 0, { answerTo })).rejects.toMatchObject({
      code: 'station.other',
    });
    expect(two.account()).toMatchObject({ settling: 20, queued: 0 });
    expect(await two.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 })).toBe(false);
    expect(await two.intake.guard.mayCreate({ folder_id: null, seq: 1 })).toBe(true);
    expect(await one.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 })).toBe(true);
    await one.intake.stop();
    await two.submitted(20);
    expect(two.submissions().every((submission) => submission.state === 'unconfirmed')).toBe(true);
    const ids = ({ submissions }: typeof one) => submissions().map(({ external_id: id }) => id);
    expect(ids(two).sort()).toEqual(ids(one).sort());
    await two.send('new.pdf');
    expect(two.submissions().at(-1)?.state).toBe('queued');
    expectAccountAddsUp(one, 20);
    expectAccountAddsUp(two, 21);
    // The first one takes the folder again: what it still has in its queue may have been sent by the other.
    expect(one.submissions().every(({ state }) => state === 'queued')).toBe(true);
    await two.intake.stop();
    await one.restart();
    await until(() => one.submissions().filter(({ state }) => state === 'unconfirmed').length === 21);
    expectAccountAddsUp(one, 21);
  });

  it('doubt nothing of their own after a restart in between', async () => {
    await using one = await intakeBench({ station: 'station-1', rule: SENDS_ALL });
    await one.send('a.pdf', pdf('a'));
    await one.restart();
    await until(() => one.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 }));
    expect(one.submissions()[0]?.state).toBe('queued');
  });
});
