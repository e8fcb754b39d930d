import { seededRandom } from '../../support/random.ts';
import { worldsPlace } from '../memory-disk.ts';
import { type Part, textOf } from '../part.ts';
import { drawSequence } from './draw.ts';
import type { Move, Sequence } from './moves.ts';
import { NOTHING_MET, type Played, play } from './play.ts';
import { shrink } from './shrink.ts';

const TELL_EVERY = 1_000;
/** A failure of a race comes again only sometimes. */
const TRIES = 3;
/** Fewer sequences may miss a full disk, a firewall and the like by chance. */
const ENOUGH_SEQUENCES = 100;

export const modelPart: Part = {
  name: 'model',
  does: 'Plays random sequences of what clerks, folders, machines, the network and the service do, in simulated time against the real engine, ledger and files.',
  holds: 'At rest I1 to I5 hold, and ledger and service agree on every Task.',
  scales: { sequences: { long: 10_000, short: 60 }, moves: { long: 15, short: 15 } },
  endsEarly: true,
  run: async ({ scale: { sequences = 0, moves = 0 }, seed, say, stop }) => {
    using stage = createStage();
    const sum = { ...NOTHING_MET };
    let done = 0;
    for (; done < sequences && !stop.aborted; done += 1) {
      const sequence = sequenceOf(seed + done, moves);
      const { wrong, met } = await stage.play(sequence);
      if (wrong.length > 0) throw new Error([...wrong, await explain(stage, sequence)].join('\n'));
      for (const what of keysOf(sum)) sum[what] += met[what];
      if ((done + 1) % TELL_EVERY === 0) say(`${done + 1} sequences, ${sum.Tasks} Tasks`);
    }
    const unmet = keysOf(sum).filter((what) => sum[what] === 0);
    if (done >= ENOUGH_SEQUENCES && unmet.length > 0) throw new Error(`no sequence met ${unmet.join(', ')}`);
    return { sequences: done, ...sum };
  },
};

interface Stage {
  play(sequence: Sequence): Promise<Played>;
}

/** Plays sequences, each in a new world; a rejected promise counts as wrong. */
export function createStage(): Stage & Disposable {
  const place = worldsPlace('model');
  return {
    play: (sequence) =>
      place
        .inEmptyFolder((dir, template) => play(dir, sequence, template))
        .catch((error: unknown) => ({ wrong: [textOf(error)], met: NOTHING_MET })),
    [Symbol.dispose]: () => place[Symbol.dispose](),
  };
}

export function sequenceOf(seed: number, moves: number): Sequence {
  return drawSequence(seed, seededRandom(seed), moves);
}

/** The shortest sequence found that fails as this sequence does. */
async function explain(stage: Stage, sequence: Sequence): Promise<string> {
  let wrong: readonly string[] = [];
  const fails = async (moves: readonly Move[]) => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      ({ wrong } = await stage.play({ ...sequence, moves }));
      if (wrong.length > 0) return true;
    }
    return false;
  };
  const again = await fails(sequence.moves);
  const { moves, ...world } = sequence;
  const fewest = again ? await shrink(moves, fails) : moves;
  return [
    `the fewest moves that fail, in the world ${JSON.stringify(world)} (repeat: npm run endurance -- model --seed ${sequence.seed} --sequences 1):`,
    ...fewest.map((move) => `  ${JSON.stringify(move)}`),
    ...(again ? [] : ['the same moves did not fail again: a race between threads']),
  ].join('\n');
}

function keysOf<K extends string>(record: Readonly<Record<K, number>>): K[];
function keysOf(record: Readonly<Record<string, number>>): string[] {
  return Object.keys(record);
}
