import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '../../../src-main/core/ledger/open-ledger.ts';
import { seededRandom } from '../../support/random.ts';
import { STATION_KEY } from '../../support/world/station.ts';
import type { LongPart } from '../part.ts';
import { drawSequence } from './draw.ts';
import type { Move, Sequence } from './moves.ts';
import { type Played, play } from './play.ts';
import { shrink } from './shrink.ts';

/** Memory where the system offers it as a disk: most of a sequence is small files. */
const MEMORY_DISK = '/dev/shm';
const TELL_EVERY = 1_000;
const LONG_FORM = 100_000;
/** What came of a race comes again only sometimes. */
const TRIES = 3;

/** Plays sequences one after the other, each in an empty folder. */
export function createStage(): Disposable & { play(sequence: Sequence): Promise<Played> } {
  const place = mkdtempSync(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'clearfolder-model-'));
  const template = join(place, 'template.db');
  openLedger({ path: template, key: STATION_KEY, now: () => 0 }).close();
  return {
    play: async (sequence) => {
      const dir = mkdtempSync(join(place, 'world-'));
      try {
        return await play(dir, sequence, template);
      } finally {
        rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
      }
    },
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** The sequence of a seed: the same moves each time. */
export function sequenceOf(seed: number, moves: number): Sequence {
  return drawSequence(seed, seededRandom(seed), moves);
}

/** The shortest sequence found that breaks a promise as this one does, for people. */
export async function explain(
  stage: { play(sequence: Sequence): Promise<Played> },
  sequence: Sequence,
): Promise<string> {
  let wrong: readonly string[] = [];
  const fails = async (moves: readonly Move[]) => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const found = await stage.play({ ...sequence, moves }).then(
        (played) => played.wrong,
        (error: unknown) => [String(error)],
      );
      if (found.length > 0) {
        wrong = found;
        return true;
      }
    }
    return false;
  };
  const again = await fails(sequence.moves);
  const moves = again ? await shrink(sequence.moves, fails) : sequence.moves;
  return [
    `seed ${sequence.seed}, ${sequence.stations} station(s), after: ${sequence.after}, lag ${sequence.lagMs} ms, ` +
      `data without resuming is ${sequence.keepsData ? 'kept' : 'dropped'}${sequence.asksFirst ? ', asks first' : ''}`,
    ...moves.map((move) => `  ${JSON.stringify(move)}`),
    ...(again ? wrong : ['it did not come again when the same moves were made: a race']),
  ].join('\n');
}

export const modelPart: LongPart = {
  name: 'model',
  what: 'Random sequences of what clerks, folders, machines, the network and the service do, played in simulated time against the real engine, ledger and files: at rest I1 to I5 hold, and ledger and service agree on every Task.',
  unit: 'sequences',
  scales: { sequences: LONG_FORM, moves: 15 },
  sit: async ({ scale: { sequences = 0, moves = 0 }, first, stop, say }) => {
    using stage = createStage();
    const sum = {
      requests: 0,
      tasks: 0,
      simulatedMs: 0,
      moves: 0,
      faults: 0,
      refusedWrites: 0,
      refusedMoves: 0,
      blocked: 0,
      changesOfRules: 0,
      newNumbers: 0,
    };
    const cpu = process.cpuUsage();
    let done = 0;
    let broken: string | null = null;
    while (done < sequences && !stop.aborted) {
      const sequence = sequenceOf(first + done, moves);
      const wrong = await stage.play(sequence).then(
        (played) => {
          sum.requests += played.requests;
          sum.tasks += played.tasks;
          sum.simulatedMs += played.simulatedMs;
          sum.faults += played.faults;
          sum.refusedWrites += played.refusedWrites;
          sum.refusedMoves += played.refusedMoves;
          sum.blocked += played.blocked;
          sum.changesOfRules += played.changesOfRules;
          sum.newNumbers += played.newNumbers;
          sum.moves += sequence.moves.length;
          return played.wrong;
        },
        (error: unknown) => [error instanceof Error ? String(error.stack) : String(error)],
      );
      if (wrong.length > 0) {
        broken = [...wrong, await explain(stage, sequence)].join('\n');
        break;
      }
      done += 1;
      if (done % TELL_EVERY === 0) say(`${done} sequences, ${sum.tasks} Tasks`);
    }
    const { user, system } = process.cpuUsage(cpu);
    const counts = {
      moves: sum.moves,
      'Tasks made': sum.tasks,
      requests: sum.requests,
      'faults in the log': sum.faults,
      'writes a full disk refused': sum.refusedWrites,
      'moves an archive refused': sum.refusedMoves,
      'submissions a firewall blocked': sum.blocked,
      'changes of what a station watches': sum.changesOfRules,
      'files with a new inode number': sum.newNumbers,
      'simulated hours': Math.round(sum.simulatedMs / 3_600_000),
      'CPU seconds': Math.round((user + system) / 1e6),
    };
    return { done, of: LONG_FORM, counts, broken };
  },
};
