import { randomInt, seededRandom } from '../../support/random.ts';
import { type Counts, type Part, type Run, sampleOf } from '../part.ts';
import { type Call, type Fault, NO_CALL, pointOf, SCENES, type Told } from './fault.ts';
import { difference, type Outcome } from './outcome.ts';
import { buildProgram, type Program } from './program.ts';
import { onStage, type ProcessEnd, type Scene, type Stage } from './stage.ts';
import { assertStatementsMet } from './statements.ts';

/*
 * One station in a process of its own, with SQLite's statements, the file system, undici's requests and keytar wrapped
 * (`child/`), so that no durable step can be forgotten. The child plays a scene: the app host, the command line and a person
 * (`front-person.ts`, `desk-person.ts`) who tries each step until the step is done. Its clock jumps over waits. Each process
 * run suffers at most one fault; then the outcome at the service, in the ledger and on the disk must be that of a clean run.
 */

/** Runs wait for disks and processes as much as they compute. */
const AT_A_TIME = 3;

const ENOUGH_FAULTS = 50;

export const faultsPart: Part = {
  name: 'faults',
  does: 'Injects one fault into a process run: an error or kill -9 at a call (`call`, `keychain`), kill -9 at durable points and again while the station recovers (`point`), or a disk that is full for a quarter of an hour from a durable change on (`full-disk`).',
  holds:
    'Every document becomes one Task, every answer, edit and decision counts once, nothing stays behind, and a full disk needs no new start (I1, I2, I5).',
  scales: {
    call: { long: 400, short: 2, sampled: true },
    keychain: { long: 12, short: 1, sampled: true },
    point: { long: 300, short: 3, sampled: true },
    'full-disk': { long: 150, short: 1, sampled: true },
  },
  endsEarly: true,
  run: async (run) => {
    using program = await buildProgram();
    const { call = 0, keychain = 0, point = 0, 'full-disk': fullDisk = 0 } = run.scale;
    const scenes = call + point + fullDisk === 0 ? [] : await cleanScenes(program, run.seed, 'file');
    if (scenes.length > 0) assertStatementsMet(scenes.flatMap(({ clean }) => clean.statements));
    const points = [
      ...sampleOf(scenes.flatMap(callPoints), call, run).flatMap((one) => failAndKill(one, run.seed)),
      ...sampleOf(scenes.flatMap(fullDiskPoints), fullDisk, run),
    ];
    if (keychain > 0) {
      const own = await cleanScenes(program, run.seed, 'keychain');
      points.push(
        ...sampleOf(own.flatMap(keychainPoints), keychain, run).flatMap((one) => failAndKill(one, run.seed)),
      );
    }
    const faults = await injectEach(points, run);
    return { ...faults, ...(await killAtPoints(scenes, point, run)) };
  },
};

interface CleanScene {
  readonly scene: Scene;
  readonly clean: CleanRun;
}

interface FaultPoint {
  readonly name: string;
  readonly scene: Scene;
  readonly wanted: Outcome;
  readonly fault: Fault;
}

interface CallPoint extends Omit<FaultPoint, 'fault'> {
  readonly changes: boolean;
  readonly at: { readonly name: string; readonly after: string | null };
  /** How often the clean run comes to the call. */
  readonly times: number;
}

/** Both scenes; a keychain has the same calls in each, and takes the shorter scene alone. */
async function cleanScenes(program: Program, seed: number, secrets: Scene['secrets']): Promise<CleanScene[]> {
  const scenes: CleanScene[] = [];
  for (const name of secrets === 'file' ? SCENES : (['front'] as const)) {
    const scene: Scene = { name, seed, program, secrets };
    scenes.push({ scene, clean: await runClean(scene) });
  }
  return scenes;
}

/**
 * Each pair of a call and the call right before, once: a scene's thousands of calls are mostly the same few looks again and
 * again, and a name finds the same place in a run with another order of calls.
 */
function callPoints({ scene, clean }: CleanScene): CallPoint[] {
  return pointsBy(scene, clean, (call, before) => ({ name: call.name, after: before?.name ?? NO_CALL }));
}

function keychainPoints({ scene, clean }: CleanScene): CallPoint[] {
  const calls = clean.calls.filter(({ kind }) => kind === 'keychain');
  return pointsBy(scene, { ...clean, calls }, ({ name }) => ({ name, after: null }));
}

function pointsBy(
  scene: Scene,
  { calls, outcome }: CleanRun,
  placeOf: (call: Call, before: Call | undefined) => CallPoint['at'],
): CallPoint[] {
  const points = new Map<string, CallPoint>();
  for (const [index, call] of calls.entries()) {
    const at = placeOf(call, calls[index - 1]);
    const name = `${scene.name}: ${at.name} after ${at.after}`;
    const times = (points.get(name)?.times ?? 0) + 1;
    points.set(name, { name, scene, wanted: outcome, changes: call.changes, at, times });
  }
  return [...points.values()];
}

/**
 * The call fails at a random occurrence, and is killed before another one. Between two durable changes a kill leaves the same
 * behind wherever the kill comes, so only changes are killed.
 */
function failAndKill({ at, times, changes, ...point }: CallPoint, seed: number): FaultPoint[] {
  const random = seededRandom(seed + at.name.length * 1_000 + times);
  // The first occurrence is the surest to come again in another run.
  const time = () => (random() < 0.5 ? 0 : randomInt(random, 0, times - 1));
  // Of the calls that fail, a third have their effect all the same: an answer lost on its way back.
  const side = random() < 1 / 3 ? 'after' : 'before';
  const fail: Fault = { at: { ...at, time: time() }, how: 'fail', side, variant: randomInt(random, 0, 5) };
  const kill: Fault = { at: { ...at, time: time() }, how: 'kill', side: 'before', variant: 0 };
  return (changes ? [fail, kill] : [fail]).map((fault) => ({ ...point, fault }));
}

/** Each durable change that needs room on the station's own disk. */
function fullDiskPoints({ scene, clean }: CleanScene): FaultPoint[] {
  const seen = new Map<string, number>();
  return clean.calls.flatMap((call) => {
    const time = seen.get(call.name) ?? 0;
    seen.set(call.name, time + 1);
    if (!call.changes || !call.needsRoom) return [];
    const at = { name: call.name, after: null, time };
    const fault: Fault = { at, how: 'full', side: 'before', variant: 0 };
    return [{ name: `${scene.name}: full at ${call.name}`, scene, wanted: clean.outcome, fault }];
  });
}

async function injectEach(points: readonly FaultPoint[], { stop, say }: Run): Promise<Counts> {
  const counts = { faults: 0, killed: 0, 'finished by itself': 0, 'needed a new start': 0, 'not reached': 0 };
  await inParallel(points, stop, async ({ scene, wanted, fault }) => {
    const end = await runWithFault(scene, wanted, fault);
    counts.faults += 1;
    counts[outcomeName(end)] += 1;
    if (counts.faults % 50 === 0) say(`${counts.faults} of ${points.length} faults`);
  });
  assertReached(counts.faults - counts['not reached'], counts);
  return counts;
}

/** The order of calls differs from run to run, so a small sample may miss most of its points; a large one must not. */
function assertReached(reached: number, counts: { readonly faults: number }): void {
  const least = counts.faults < ENOUGH_FAULTS ? Math.min(1, counts.faults) : counts.faults / 3;
  if (reached < least) throw new Error(`too few faults were reached: ${JSON.stringify(counts)}`);
}

function outcomeName(end: ProcessEnd | null) {
  if (end === null) return 'not reached';
  if (end.kind === 'killed') return 'killed';
  return end.kind === 'finished' ? 'finished by itself' : 'needed a new start';
}

/**
 * Both sides of every durable step and side effect of the scenes, in the order of a clean run. The desk keeps only the points
 * that the front does not have.
 */
function killPoints(scenes: readonly CleanScene[]): (KillPoint & { readonly of: CleanScene })[] {
  const calls = new Map<string, CleanScene>();
  for (const of of scenes)
    for (const { name, changes } of of.clean.calls) if (changes && !calls.has(name)) calls.set(name, of);
  return [...calls].flatMap(([call, of]) =>
    (['before', 'after'] as const).map((side) => ({
      name: `${of.scene.name}: ${pointOf(side, call)}`,
      call,
      side,
      of,
    })),
  );
}

/** Kills the station at a sample of the points, in chains, and again while the station recovers. */
async function killAtPoints(scenes: readonly CleanScene[], count: number, run: Run): Promise<Counts> {
  if (count === 0) return {};
  const { seed, stop, say } = run;
  const all = killPoints(scenes);
  const sample = new Set(sampleOf(all, count, run));
  const sum = { 'kill points': 0, reached: 0, kills: 0, 'kills while recovering': 0, chains: 0 };
  await inParallel(scenes, stop, async (own) => {
    let left = all.filter((point) => sample.has(point) && point.of === own);
    while (left.length > 0 && !stop.aborted) {
      const { killedAt, taken, reached } = await runChain(
        own.scene,
        own.clean.outcome,
        left,
        seed + left.length,
      );
      left = left.slice(taken);
      sum['kill points'] += taken;
      sum.reached += reached;
      sum.kills += killedAt.length;
      sum['kills while recovering'] += killedAt.length - reached;
      sum.chains += 1;
      say(`${own.scene.name}: ${left.length} points left, ${JSON.stringify(sum)}`);
    }
  });
  if (!stop.aborted) assertReached(sum.reached, { faults: sample.size, ...sum });
  return sum;
}

/** Works through the jobs, a few at a time, until one fails or `stop` is aborted; the jobs under way come to their end. */
async function inParallel<T>(
  jobs: readonly T[],
  stop: AbortSignal,
  work: (job: T) => Promise<void>,
): Promise<void> {
  const left = [...jobs];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) {
      if (stop.aborted || failures.length > 0) return;
      await work(job).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  if (failures.length > 0) throw failures[0];
}

const MINUTE_MS = 60_000;
const MOST_KILLS = 15;
/** The chance of each change to be the point of a kill during recovery. */
const RECOVERY_CHANCE = 0.15;
/** The clean run comes so much later: what a crash left in the spool is old enough to be swept. */
const LATER_MS = 30 * 60 * MINUTE_MS;
/** How long a killed station stays off: not at all, for a while, or over night. */
const PAUSES_MS = [0, 0, MINUTE_MS, 20 * MINUTE_MS, 26 * 60 * MINUTE_MS];

/** The run without a fault: its calls, its statements, and the outcome that every other run must have. */
interface CleanRun extends Told {
  readonly outcome: Outcome;
}

/** Runs the scene without a fault. @throws when the run does not finish */
function runClean(scene: Scene): Promise<CleanRun> {
  return onStage(scene, async (stage) => {
    const { end, calls, statements } = await stage.runAndTell();
    if (end.kind !== 'finished') throw new Error(`without a fault: ${JSON.stringify(end)}`);
    return { calls, statements, outcome: stage.outcome() };
  });
}

/**
 * One run with a fault, then a clean run where the first did not finish by itself. Gives how the first run ended, or null when
 * the run never reached the point of the fault.
 *
 * @throws with the fault and the difference to the wanted outcome
 */
async function runWithFault(scene: Scene, wanted: Outcome, fault: Fault): Promise<ProcessEnd | null> {
  return await onStage(scene, async (stage) => {
    const { end: first, injected } = await stage.run(fault, 0);
    const told = `fault ${injected?.point ?? 'not reached'}, first run ${JSON.stringify(first)}`;
    if (fault.how === 'full' && first.kind !== 'finished')
      throw new Error(`${told}: a full disk must not need a new start`);
    if (first.kind !== 'finished') {
      const { end } = await stage.run(null, LATER_MS);
      if (end.kind !== 'finished') throw new Error(`${told}; the clean run after: ${JSON.stringify(end)}`);
    }
    const wrong = difference(wanted, stage.outcome());
    if (wrong !== '') throw new Error(`${told}:\n${wrong}`);
    return injected === null ? null : first;
  }).catch((error: unknown) => {
    throw new Error(`scene ${scene.name}, ${JSON.stringify(fault)}: ${String(error)}`);
  });
}

/** A side of a named durable step or side effect. */
interface KillPoint {
  readonly name: string;
  readonly call: string;
  readonly side: Fault['side'];
}

interface Chain {
  readonly killedAt: readonly string[];
  /** How many points of the list the chain has taken; the last one may not have been reached. */
  readonly taken: number;
  readonly reached: number;
}

/**
 * Kills the station at the points of a list, in the order of a clean run, and starts the station again; after half of the kills
 * a second kill comes at a random change while the station recovers. The chain ends when the station finishes before the next
 * point, or after `MOST_KILLS` and a clean run.
 *
 * @throws with the points of the kills and the difference to the wanted outcome
 */
async function runChain(
  scene: Scene,
  wanted: Outcome,
  points: readonly KillPoint[],
  seed: number,
): Promise<Chain> {
  const random = seededRandom(seed);
  const killedAt: string[] = [];
  let taken = 0;
  let reached = 0;
  let laterMs = 0;
  /** Gives false when the station finished before the kill. */
  const kill = async (stage: Stage, where: Pick<Fault, 'at' | 'side'>): Promise<boolean> => {
    const { end, injected } = await stage.run({ ...where, how: 'kill', variant: 0 }, laterMs);
    if (end.kind === 'finished') return false;
    if (end.kind !== 'killed' || injected === null) throw new Error(JSON.stringify(end));
    killedAt.push(injected.point);
    // Time never goes back, whatever the run before has jumped over.
    const pause = PAUSES_MS[randomInt(random, 0, PAUSES_MS.length - 1)] ?? 0;
    laterMs = Math.max(laterMs, injected.at - Date.now()) + pause;
    return true;
  };
  const killAll = async (stage: Stage): Promise<boolean> => {
    for (const { call, side } of points) {
      if (killedAt.length >= MOST_KILLS) break;
      taken += 1;
      if (!(await kill(stage, { at: { name: call, after: null, time: 0 }, side }))) return false;
      reached += 1;
      const at = { notAt: [...killedAt], chance: RECOVERY_CHANCE, seed: randomInt(random, 0, 2 ** 30) };
      if (random() < 0.5 && !(await kill(stage, { at, side: 'before' }))) return false;
    }
    return true;
  };
  return await onStage(scene, async (stage) => {
    if (await killAll(stage)) {
      const { end } = await stage.run(null, laterMs + LATER_MS);
      if (end.kind !== 'finished') throw new Error(`the clean run after the kills: ${JSON.stringify(end)}`);
    }
    const wrong = difference(wanted, stage.outcome());
    if (wrong !== '') throw new Error(wrong);
    return { killedAt, taken, reached };
  }).catch((error: unknown) => {
    const kills = killedAt.map((point) => `  ${point}`).join('\n');
    throw new Error(`scene ${scene.name}, killed at:\n${kills}\n${String(error)}`);
  });
}
