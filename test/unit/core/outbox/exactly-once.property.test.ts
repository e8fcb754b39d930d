import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everAccepted } from '../../../../src-main/core/ledger/tasks/task-queries.ts';
import { seededRandom } from '../../../support/random.ts';
import { type Fate, refused } from '../../../support/service-model/scripted-service.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { type Bench, createBench } from './support/bench.ts';

const RUNS = Number(process.env['OUTBOX_RUNS'] ?? 150);
const HOUR = 3_600_000;

const unknown = { kind: 'unknown', cause: 'reset' } as const;
const tokenRefused = (status: number, perhaps: boolean) =>
  ({
    kind: 'token-refused',
    status,
    detail: perhaps ? null : 'Not authenticated',
    retryAfterMs: null,
    perhaps,
  }) as const;

/** Denies a Task in the words of the service. As the answer to a look-up, it is a lie. */
const DENIED: Fate = { do: 'lose', failure: refused(404, 'Not Found') };

/** Something in between refuses, in the words of the service, what the service has taken. One look finds it, unless reads lag. */
const TAKEN_AND_REFUSED: readonly Fate[] = [
  { do: 'lose', failure: tokenRefused(401, false) },
  { do: 'lose', failure: refused(429) },
  DENIED,
  { do: 'lose', failure: refused(403, 'not for you') },
  { do: 'lose', failure: refused(422, 'no') },
];

/** Everything the service and the network can do to one call; late commits come within the quarantine. */
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Fate>({ do: 'answer' }) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 30_000 }).map((afterMs): Fate => ({ do: 'answer', afterMs })),
  },
  { weight: 3, arbitrary: fc.constant<Fate>({ do: 'lose', failure: unknown }) },
  {
    weight: 3,
    arbitrary: fc
      .integer({ min: 1, max: 12_000 })
      .map((lateMs): Fate => ({ do: 'lose', failure: unknown, lateMs })),
  },
  { weight: 2, arbitrary: fc.constant<Fate>({ do: 'fail', failure: unknown }) },
  { weight: 3, arbitrary: fc.boolean().map((commit): Fate => ({ do: 'hang', commit })) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Fate>(
      { do: 'fail', failure: { kind: 'not-sent', cause: 'refused' } },
      { do: 'fail', failure: refused(500) },
      { do: 'lose', failure: refused(502) },
      { do: 'lose', failure: { kind: 'unreadable', status: 200, cause: 'html' } },
      { do: 'fail', failure: refused(404) },
      { do: 'fail', failure: refused(429) },
      { do: 'fail', failure: refused(429, 'full', 40_000) },
      { do: 'fail', failure: refused(503, null, 90_000) },
      { do: 'fail', failure: { kind: 'auth-wait', retryAfterMs: 20_000, cause: '429' } },
      { do: 'fail', failure: { kind: 'auth-refused', status: 403, detail: null } },
    ),
  },
  {
    weight: 4,
    // A passing 401 or 403, in the words of the service or of something in between, which may have let the request through.
    arbitrary: fc.constantFrom<Fate>(
      { do: 'fail', failure: tokenRefused(401, false) },
      { do: 'fail', failure: tokenRefused(403, true) },
      { do: 'lose', failure: tokenRefused(401, true) },
      { do: 'fail', failure: refused(403, 'not for you') },
      { do: 'fail', failure: refused(403) },
      { do: 'lose', failure: refused(401) },
      ...TAKEN_AND_REFUSED,
    ),
  },
);

type Move =
  | { move: 'add'; about: number }
  | { move: 'pass'; ms: number }
  | { move: 'crash' }
  | { move: 'restart' }
  | { move: 'jump'; ms: number }
  | { move: 'retry' }
  | { move: 'secret' };

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.nat(8).map((about): Move => ({ move: 'add', about })) },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 60_000 }).map((ms): Move => ({ move: 'pass', ms })) },
  { weight: 3, arbitrary: fc.constant<Move>({ move: 'crash' }) },
  { weight: 1, arbitrary: fc.constant<Move>({ move: 'restart' }) },
  { weight: 1, arbitrary: fc.integer({ min: -HOUR, max: HOUR }).map((ms): Move => ({ move: 'jump', ms })) },
  { weight: 1, arbitrary: fc.constant<Move>({ move: 'retry' }) },
  { weight: 1, arbitrary: fc.constant<Move>({ move: 'secret' }) },
);

const schedule = fc.record({
  seed: fc.nat(),
  fates: fc.array(fate, { maxLength: 40 }),
  moves: fc.array(move, { minLength: 1, maxLength: 25 }),
  lagMs: fc.constantFrom(0, 0, 2_000, 10_000),
  keepsData: fc.boolean(),
});

/** Plays the moves; afterwards the service and the network are well again and time passes until all has ended. */
async function play(
  plan: typeof schedule extends fc.Arbitrary<infer T> ? T : never,
  add: (bench: Bench, about: number) => void,
  meanwhile: (bench: Bench) => void,
  check: (bench: Bench) => void,
): Promise<void> {
  const dir = await tempDir('outbox-property');
  const bench = createBench({
    dir: dir.path,
    random: seededRandom(plan.seed),
    synchronous: 'OFF',
    outbox: { pollMs: 5_000 },
  });
  try {
    bench.service.lagMs = plan.lagMs;
    bench.service.keepsData = plan.keepsData;
    const fates = plan.fates.filter((one) => plan.lagMs === 0 || !TAKEN_AND_REFUSED.includes(one));
    bench.service.fate = ({ call }) => {
      const next = fates.shift() ?? { do: 'answer' };
      // A station without a control Task cannot tell a lie from the truth (docs/invariants.md, "Not kept yet").
      return call === 'get' && next === DENIED && !everAccepted(bench.ledger) ? { do: 'answer' } : next;
    };
    await bench.start();
    for (const step of plan.moves) {
      if (step.move === 'add') add(bench, step.about);
      else if (step.move === 'pass') await bench.clock.advance(step.ms);
      else if (step.move === 'jump') bench.clock.jump(step.ms);
      else if (step.move === 'retry') bench.outbox.retryAll();
      else if (step.move === 'secret') await bench.outbox.credentialsChanged();
      else {
        if (step.move === 'crash') bench.crash();
        else {
          const stopped = bench.outbox.stop();
          await bench.clock.advance(20_000);
          await stopped;
          bench.crash();
        }
        await bench.start();
      }
      meanwhile(bench);
    }
    fates.length = 0;
    // What hangs still is cut off, as the client's idle limit would.
    const stopped = bench.outbox.stop();
    await bench.clock.advance(20_000);
    await stopped;
    await bench.startAgain();
    // A person retries what was refused.
    for (let round = 0; round < 200; round += 1) {
      if (bench.outbox.retryAll() === 0 && bench.outbox.settled()) break;
      await bench.outbox.checkAgain();
      meanwhile(bench);
      await bench.clock.runUntil(() => bench.outbox.settled(), 300_000);
    }
    // Nothing comes late any more: whatever was sent twice has arrived twice by now.
    await bench.clock.advance(60_000);
    check(bench);
  } finally {
    await bench.close();
    await dir.remove();
  }
}

test('I2: whatever happens, each submission ends as exactly one Task, and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (plan) => {
      const ids: string[] = [];
      await play(
        plan,
        (bench) => ids.push(bench.submit()),
        () => undefined,
        (bench) => {
          expect(ids.map((id) => bench.row(id).state)).toEqual(ids.map(() => 'accepted'));
          expect(bench.service.tasks.all.map(({ external_id }) => external_id).sort()).toEqual(
            [...ids].sort(),
          );
          for (const id of ids) {
            expect(bench.row(id).task_uuid).toBe(bench.service.tasks.withExternalId(id)[0]?.uuid);
          }
        },
      );
    }),
    { numRuns: RUNS },
  );
}, 600_000);

test('I5: whatever happens, each answer arrives exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (plan) => {
      const answers: { id: string; uuid: string; json: number; files: number }[] = [];
      await play(
        plan,
        (bench, about) => {
          const { uuid } = bench.addTask();
          const data = about % 3 === 0 ? null : { member_id: `M-${answers.length}` };
          const files = about % 3 === 1 ? [] : ['card.pdf', 'note.pdf'].slice(0, 1 + (about % 2));
          const id = bench.say(uuid, { kind: 'answer', data }, files);
          answers.push({ id, uuid, json: data === null ? 0 : 1, files: files.length });
        },
        // A Task that lacks something waits again, as docs/service.md 3 says.
        (bench) => {
          for (const { id, uuid } of answers) {
            const task = bench.service.tasks.get(uuid);
            const open = !['accepted', 'rejected'].includes(bench.message(id).state);
            if (open && task.status === 'processing') bench.service.tasks.move(task, 'waiting');
          }
        },
        (bench) => {
          for (const { id, uuid, json, files } of answers) {
            const items = bench.service.tasks.get(uuid).data_items;
            expect({
              state: bench.message(id).state,
              json: items.filter((item) => item.data_type === 'json').length,
              files: items.filter((item) => item.data_type === 'file').length,
              resumed: bench.service.tasks.get(uuid).resumes > 0,
            }).toEqual({ state: 'accepted', json, files, resumed: true });
          }
        },
      );
    }),
    { numRuns: RUNS },
  );
}, 600_000);
