import type { LongPart, Sitting } from '../part.ts';
import type { Blow } from './blow.ts';
import { buildProgram } from './program.ts';
import type { Scene } from './stage.ts';
import { type SomePlaces, strikePlaces } from './strike-places.ts';
import { runUnstruck, strike } from './strikes.ts';

/** Runs that end before they come to their call, in a row, before it is believed that there are no more. */
const PAST_THE_END = 2;
const SEED = 1;

interface Places extends SomePlaces {
  /** With `keychain`, only its calls are counted and struck, of a station that keeps its secrets there. */
  readonly secrets: Scene['secrets'];
}

/**
 * Lets the i-th call across the program's boundary fail once, and once again be its last, from a place on, until runs end
 * before they come to it. What comes of each must be what comes of a run without a blow.
 */
export async function strikeEach({ secrets, first, every, stop, say }: Places): Promise<Sitting> {
  using program = await buildProgram();
  const scene: Scene = { name: 'front', seed: SEED, program, secrets };
  const { calls, outcome } = await runUnstruck(scene);
  const of = secrets === 'keychain' ? 'keychain' : 'all';
  const about = calls.filter(({ kind }) => of === 'all' || kind === of).length;
  let past = 0;
  let wentPastTheEnd = false;
  // Calls differ a little from run to run: where some runs in a row ended before their call is the end. A sample needs no end.
  const isPastTheEnd = (nth: number) => (every === 1 ? past >= PAST_THE_END : nth >= about);
  function* places() {
    for (let nth = first - 1; !isPastTheEnd(nth); nth += every) yield nth;
    wentPastTheEnd = every === 1;
  }
  const sat = await strikePlaces(places(), { stop, say, about }, async (nth) => {
    // Of what fails, a third had its effect all the same: an answer that was lost on its way back.
    const side = nth % 3 === 2 ? 'after' : 'before';
    const blow = { at: { nth, of }, side, flavour: Math.floor(nth / 3) } satisfies Omit<Blow, 'how'>;
    const failed = await strike(scene, outcome, { ...blow, how: 'fail' });
    const struck = [failed];
    // Of all calls, to be killed after one is to be killed before the next; of one kind, others come between.
    const sides = of === 'all' ? (['before'] as const) : (['before', 'after'] as const);
    if (failed.name !== null || nth < about)
      for (const end of sides) struck.push(await strike(scene, outcome, { ...blow, how: 'kill', side: end }));
    past = struck.every(({ name }) => name === null) ? past + 1 : 0;
    return struck;
  });
  return { ...sat, of: wentPastTheEnd ? first - 1 + sat.done : about };
}

export const nthPart: LongPart = {
  name: 'nth',
  what: 'The i-th database statement, file-system call or HTTP call fails once, and once again is cut off by kill -9, for every i until i runs past the end: a clean run reaches the same final state.',
  scales: { every: 1 },
  unit: 'places',
  sit: ({ scale: { every = 1 }, ...rest }) => strikeEach({ ...rest, every, secrets: 'file' }),
};

export const nthKeyPart: LongPart = {
  name: 'nth-key',
  what: 'The same as nth for every call of a real keychain, counted by themselves, by a station that keeps its secrets there.',
  scales: { every: 1 },
  unit: 'places',
  sit: ({ scale: { every = 1 }, ...rest }) => strikeEach({ ...rest, every, secrets: 'keychain' }),
};
