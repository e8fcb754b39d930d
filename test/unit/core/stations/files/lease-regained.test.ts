import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { leaseText } from '../../../../../src-main/core/stations/files/lease-files.ts';
import { leaseIn } from '../../../../support/lease-in.ts';
import { leaseOf } from '../../../../support/lease-of.ts';
import { tempDir } from '../../../../support/temp-dir.ts';
import { until } from '../../../../support/until.ts';
import { type IntakeBench, intakeBench, pdf } from '../../folders/intake-bench.ts';

/** Another station takes the folder over, does what it finds there and gives it back. */
async function passOn(folder: string): Promise<number> {
  const generation = leaseIn(folder).generation + 1;
  const lease = leaseText({
    id: 'station-2',
    name: 'STATION-2',
    beat: 1,
    released: true,
    word: null,
    environment: null,
    organisation: null,
  });
  await writeFile(`${folder}/.clearfolder/half`, lease);
  await rename(`${folder}/.clearfolder/half`, `${folder}/.clearfolder/lease-${generation}`);
  return generation;
}

/** And this one has it again. */
async function handedOver(bench: IntakeBench): Promise<void> {
  const generation = await passOn(bench.folder);
  await until(() => bench.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 }));
  expect(leaseIn(bench.folder).generation).toBe(generation + 1);
}

/** A document of which the claim is up, and which is not queued before `goOn`. */
async function claimed(backlog: 'send' | 'ask') {
  const goes = Promise.withResolvers<void>();
  const before = (folder: string) => writeFile(`${folder}/a.pdf`, pdf('a'));
  const bench = await intakeBench({ rule: { backlog }, spool: { syncDir: () => goes.promise }, before });
  const decided =
    backlog === 'send' ? null : bench.intake.decideFile(bench.rows()[0]?.id ?? 0, 'send').catch((e) => e);
  const claims = bench.at('.clearfolder', 'claims');
  const [name] = await until(async () => {
    // One that is being written is not up: nobody can have read it.
    const names = (await readdir(claims).catch(() => [])).filter((one) => !one.endsWith('.part'));
    return names.length === 0 ? null : names;
  });
  return { bench, decided, goOn: goes.resolve, claim: () => readFile(`${claims}/${name}`, 'utf8') };
}

test('I2: what was claimed before the folder was another station’s for a while is looked up before it is sent', async () => {
  const { bench, goOn, claim } = await claimed('send');
  await using _ = bench;
  await handedOver(bench);
  goOn();
  await bench.submitted(1);
  const [queued] = bench.submissions();
  expect(queued?.state).toBe('unconfirmed');
  expect(JSON.parse(await claim())).toMatchObject({ externalId: queued?.external_id });
});

test('I2: nor is it sent because a person decided so', async () => {
  const { bench, decided, goOn } = await claimed('ask');
  await using _ = bench;
  await handedOver(bench);
  goOn();
  expect(await decided).toMatchObject({ code: 'folder.left' });
  expect(bench.submissions()).toEqual([]);
});

test('I2: while the folder is taken over again it is ours by no lease, so nothing is queued by the one that was lost', async () => {
  await using dir = await tempDir('taken-over');
  const generations: (number | null)[] = [];
  const lease = leaseOf({
    root: dir.path,
    record: { markUnconfirmed: () => void generations.push(lease.generation) },
    onChange: () => generations.push(lease.generation),
  });
  await lease.check();
  await passOn(dir.path);
  await lease.check();
  expect(generations).toEqual([1, null, 3]);
});
