import { beforeAll, expect, test } from 'vitest';
import { copyProgram, type Sharing, windowsStation } from './wine.ts';

/* Virus scanners, indexers and backup programs hold files open all day. Windows then refuses to replace these files. */

beforeAll(copyProgram);

const SHARINGS: readonly Sharing[] = ['shared', 'exclusive'];

test.each(SHARINGS)('run starts while another program holds last-run.json open (%s)', async (sharing) => {
  await using station = windowsStation();
  await (await station.startEngine()).kill();
  await using _ = await station.hold(sharing, 'data', 'last-run.json');
  await using engine = await station.startEngine();
  expect(engine.text()).toContain('Clearfolder runs');
});

test.each(SHARINGS)(
  'the audit has no fault while another program holds audit.mark open (%s)',
  async (sharing) => {
    await using station = windowsStation();
    await (await station.startEngine()).kill();
    await using _ = await station.hold(sharing, 'data', 'practice', 'audit.mark');
  },
);
