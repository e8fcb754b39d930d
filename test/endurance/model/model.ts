import { type Random, seededRandom } from '../../support/random.ts';
import { judge } from '../../support/world/oracle.ts';
import { worldsPlace } from '../memory-disk.ts';
import { type Part, textOf } from '../part.ts';
import { drawSequence } from './draw.ts';
import type { Move, Sequence } from './moves.ts';
import { Player } from './player.ts';
import { endedTasks, isOpen, openRows, unseenEnds, work } from './rest.ts';
import { shrink } from './shrink.ts';
import { createWorld, type World } from './world.ts';

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

const MINUTE_MS = 60_000;
const ROUND_MS = 30_000;
const LONG_ROUND_MS = 600_000;
const ROUNDS = 60;
/** Long enough for practice to send a document and to move its file. */
const TRAINING_MS = 150_000;
const AFTER_ALL_MS = 120_000;
const MAX_WAITING_ROUNDS = 4;
/** Each Task that has ended by the first of these rounds is seen as ended by the second, six minutes later. */
const ENDED_BY_ROUND = 14;
const SEEN_BY_ROUND = 26;
/** From the third blocked submission in a row on, all new submissions wait for the end of the firewall. */
const BLOCKED_ALONE = 2;

interface Played {
  /** What does not hold; empty when all holds. */
  readonly wrong: readonly string[];
  readonly met: Met;
}

const NOTHING_MET = {
  moves: 0,
  requests: 0,
  Tasks: 0,
  'simulated minutes': 0,
  /** Faults in the logs of engines: a full disk is one. */
  'faults in the log': 0,
  'writes a full disk refused': 0,
  'moves an archive refused': 0,
  'submissions a firewall blocked': 0,
  'changes of watched folders': 0,
  'files with a new inode': 0,
  'sequences with a trial': 0,
};
type Met = Readonly<typeof NOTHING_MET>;

/** Plays a sequence in an empty folder, makes everything well again, waits until all is at rest, and judges. */
async function play(dir: string, sequence: Sequence, template: string): Promise<Played> {
  const world = createWorld(dir, sequence, template);
  const errors: string[] = [];
  const player = new Player(world, errors);
  try {
    if (world.practice !== null) {
      // Somebody trains on the folder before anybody works with it.
      world.share.write(`${world.share.fresh()}.pdf`);
      await player.until(world.practice.start());
      await world.clock.advance(TRAINING_MS);
    }
    for (const station of world.stations) await player.until(station.start());
    for (const move of sequence.moves) await player.make(move);
    await player.calm();
    const spoolIsTidy = !sequence.moves.some(({ move }) => ['crash', 'disk', 'put-back'].includes(move));
    const random = seededRandom(sequence.seed + 1);
    const seesSoon = sequence.trials.includes('lying dates');
    let wrong = await comeToRest(world, player, { spoolIsTidy, random, seesSoon });
    if (wrong.length === 0) {
      // Late requests have arrived by then, and blocked moves were tried again.
      world.share.blockArchive(null);
      await world.clock.advance(AFTER_ALL_MS);
      wrong = judgeRest(world, spoolIsTidy);
      // A station may take up the other station's work in a folder only now.
      if (wrong.length > 0) wrong = await comeToRest(world, player, { spoolIsTidy, random, seesSoon });
    }
    const met: Met = {
      moves: sequence.moves.length,
      requests: world.service.requests,
      Tasks: world.service.tasks.all.length,
      'simulated minutes': Math.round(world.clock.monotonic() / MINUTE_MS),
      'faults in the log': world.faults.length,
      'writes a full disk refused': world.stations.reduce((sum, station) => sum + station.refusedWrites, 0),
      'moves an archive refused': world.share.refusedMoves,
      'submissions a firewall blocked': world.firewall.met.size,
      'changes of watched folders': world.changesOfRules,
      'files with a new inode': world.numbers.count,
      'sequences with a trial': sequence.trials.length,
    };
    return { wrong: [...errors, ...wrong], met };
  } finally {
    for (const station of [...world.stations, world.practice]) station?.crash();
    world.openFolder();
    await world.clock.settle();
    world.clock.end();
  }
}

/** Lets time pass until all is at rest. Gives what does not hold, or what is not at rest. */
async function comeToRest(
  world: World,
  player: Player,
  {
    spoolIsTidy,
    random,
    seesSoon,
  }: { readonly spoolIsTidy: boolean; readonly random: Random; readonly seesSoon: boolean },
): Promise<string[]> {
  let wrong: string[] = [];
  let unseen: string[] = [];
  let ended: ReadonlySet<string> = new Set();
  for (let round = 0; round < ROUNDS; round += 1) {
    work(world.service.tasks, random, round < MAX_WAITING_ROUNDS);
    await world.clock.advance(round < ROUNDS / 2 ? ROUND_MS : LONG_ROUND_MS);
    if (world.firewall.met.size > BLOCKED_ALONE) world.firewall.blocks = 'nothing';
    await player.sayWhose();
    if (round === ROUNDS / 2) await player.takeTurns();
    if (round === ENDED_BY_ROUND) ended = endedTasks(world);
    if (round === SEEN_BY_ROUND && seesSoon) unseen = unseenEnds(world, ended);
    wrong = [...unseen, ...judgeRest(world, spoolIsTidy)];
    if (wrong.length === 0) break;
  }
  return wrong;
}

function judgeRest(world: World, spoolIsTidy: boolean): string[] {
  return isOpen(world)
    ? ['something is still on its way', ...openRows(world)]
    : judge(world, { spoolIsTidy });
}
