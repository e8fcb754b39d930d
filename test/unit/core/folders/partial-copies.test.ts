import { appendFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createTestClock } from '../../../support/clock.ts';
import { DOCUMENTS } from '../../../support/document-samples/all.ts';
import { sha256Of } from '../../../support/documents.ts';
import { intakeBench } from './intake-bench.ts';
import { toldByHand } from './support/late-backlog.ts';

const QUIET_MS = 5_000;
const HELD_AFTER_MS = 60_000;

/** A watched folder in simulated time. */
async function folderInTime() {
  const clock = createTestClock();
  const { parts } = toldByHand();
  const bench = await intakeBench({
    start: false,
    rule: { quietSeconds: QUIET_MS / 1000 },
    parts: { ...parts, clock, pace: { ...parts.pace, unfinishedMs: 20_000 } },
  });
  const run = async (work: Promise<unknown>) => {
    let done = false;
    void work.finally(() => {
      done = true;
    });
    expect(await clock.runUntil(() => done, 600_000)).toBe(true);
    await work;
  };
  await run(bench.intake.start());
  return {
    bench,
    clock,
    scan: () => run(bench.intake.rescan('scans')),
    stop: () => run(bench.intake.stop()),
  };
}

const NAMED = Object.entries(DOCUMENTS).map(([title, { name, bytes, without }]) => ({
  name: title.replaceAll(' ', '-') + name.slice(1),
  bytes,
  part: Math.floor(bytes.length * 0.6),
  hasEnd: without === undefined,
}));
const [WITH_END, ENDLESS] = [NAMED.filter(({ hasEnd }) => hasEnd), NAMED.filter(({ hasEnd }) => !hasEnd)];

it('I3: a copy that stops at 60 % becomes one Task with the whole file, for every type of document', async () => {
  const { bench, clock, scan, stop } = await folderInTime();
  const goOn = async (files: typeof NAMED) => {
    for (const { name, bytes, part } of files) await appendFile(bench.at(name), bytes.subarray(part));
    await scan();
  };
  for (const { name, bytes, part } of NAMED) await writeFile(bench.at(name), bytes.subarray(0, part));
  await scan();
  // The part of a text can be a whole text. Such a file must rest for three quiet times.
  await clock.advance(2.5 * QUIET_MS);
  expect(bench.sent()).toEqual([]);
  await goOn(ENDLESS);
  await clock.advance(HELD_AFTER_MS);
  expect(bench.sent().flat().sort()).toEqual(ENDLESS.map(({ name }) => name).sort());
  expect(bench.held()).toEqual(WITH_END.map(({ name }) => [name, 'file.unfinished']).sort());
  await goOn(WITH_END);
  await clock.runUntil(() => bench.submissions().length === NAMED.length, HELD_AFTER_MS);
  const sent = bench.submissions().map(({ paths, sha256s }) => [...paths, ...sha256s]);
  expect(sent.sort()).toEqual(NAMED.map(({ name, bytes }) => [name, sha256Of(bytes)]).sort());
  await stop();
});
