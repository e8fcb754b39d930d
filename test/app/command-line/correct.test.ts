import { expect, test } from 'vitest';
import {
  SAMPLE_REQUEST_SPEC,
  writeSamplePackets,
} from '../../../src-main/practice/samples/write-sample-packets.ts';
import { testStation } from '../../support/clearfolder.ts';

test('a Task with a card of another patient says so; its correction leaves the card out and is approved', async () => {
  await using station = await testStation({ environment: 'practice' });
  const packets = await writeSamplePackets(station.dir.at('packets'), new Date(), {
    answersDir: station.dir.at('right'),
  });
  const files = packets.find(({ folder }) => folder.startsWith('09'))?.files ?? [];
  const spec = ['--request-spec', JSON.stringify(SAMPLE_REQUEST_SPEC), '--external-id', 'claim-1'];
  const sent = await station.run(
    'submit',
    '--task-type',
    'prior-auth',
    ...spec,
    '--together',
    '--wait',
    ...files,
  );
  expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining('73721 NOT APPROVED') });
  const { stdout: shown } = await station.run('task', 'claim-1');
  expect(shown).toContain('CHECK THE PATIENT');
  expect(shown).toContain('name Norman Whitlock in insurance card.pdf');
  expect(shown).toContain('correct it: clearfolder correct ');

  const correct = (...args: string[]) =>
    station.run('correct', 'claim-1', '--what', 'The right card.', ...args);
  expect(await station.run('correct', 'claim-1')).toMatchObject({ code: 2 });
  expect(await correct()).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing has changed') });
  expect(await correct('--leave-out', 'no such card')).toMatchObject({ code: 2 });
  const right = station.dir.at('right', 'Whitaker insurance card.pdf');
  const done = await correct(
    '--leave-out',
    'insurance card.pdf',
    '--external-id',
    'claim-2',
    '--wait',
    right,
  );
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('73721 approved') });
  const { stdout: corrected } = await station.run('task', 'claim-1');
  expect(corrected).toContain('Corrected: see ');
  expect(corrected).toContain('then mark the follow-up as done');
  expect(corrected).not.toContain('correct the Task without it');
  const { stdout: after } = await station.run('task', 'claim-2');
  expect(after).toContain('correction of ');
  expect(after).not.toContain('CHECK THE PATIENT');
  expect(await station.json('task', 'claim-2')).toMatchObject({
    corrections: { of: { what: 'The right card.' } },
  });
});
