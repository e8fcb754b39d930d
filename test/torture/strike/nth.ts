import { randomInt, seededRandom } from '../../support/random.ts';
import { tempDir } from '../../support/temp-dir.ts';
import type { Figures, TorturePart } from '../part.ts';
import { inTurns } from './in-turns.ts';
import { runUnstruck, type Scene, strike } from './strikes.ts';
import { tally } from './tally.ts';

/** Runs that end before they come to their call, in a row, before it is believed that there are no more. */
const PAST_THE_END = 2;

/**
 * Lets the i-th call across the program's boundary fail once, and once again be its last: every i, or each `every`-th from
 * a place that the seed gives, until runs end before they come to it. With `keychain`, only calls of the keychain are
 * counted and struck, of a station that keeps its secrets there.
 *
 * @throws when what comes of a run is not what comes of one without a blow
 */
export async function strikeEach(
  { every, seed, keychain = false }: { every: number; seed: number; keychain?: boolean },
  say: (line: string) => void,
): Promise<Figures> {
  await using cache = await tempDir('compiled');
  const scene: Scene = { seed, compileCache: cache.path, secrets: keychain ? 'keychain' : 'file' };
  const { calls, outcome } = await runUnstruck(scene);
  const counted = tally();
  let past = 0;
  const first = randomInt(seededRandom(seed), 0, every - 1);
  const keys = calls.flatMap(({ kind }, nth) => (kind === 'keychain' ? [nth] : []));
  function* places() {
    if (keychain) yield* keys.filter((_, index) => index % every === first);
    else for (let nth = first; past < PAST_THE_END; nth += every) yield nth;
  }
  function* jobs() {
    for (const nth of places()) for (const how of ['fail', 'kill'] as const) yield { nth, how };
  }
  await inTurns(jobs(), async ({ nth, how }, index) => {
    // Of what fails, a third had its effect all the same: an answer that was lost on its way back.
    const side = how === 'fail' && nth % 3 === 2 ? 'after' : 'before';
    const blow = { at: { nth }, how, side, flavour: Math.floor(nth / 3) } as const;
    const struck = await strike(scene, outcome, blow);
    past = struck.name === null ? past + 1 : 0;
    counted.add(struck);
    if (index % 50 === 49) say(`${index + 1} blows, call ${nth} of about ${calls.length}`);
  });
  return { 'calls in one run': keychain ? keys.length : calls.length, every, ...counted.figures() };
}

export const nthPart: TorturePart = {
  name: 'nth',
  what: 'The i-th database statement, file-system call, HTTP call or keychain call fails once, and once again is cut off by kill -9, for every i until i runs past the end: a clean run reaches the same final state.',
  scales: { every: 1, 'every-key': 1 },
  run: async ({ scale: { every = 1, 'every-key': everyKey = 1 }, seed, say }) => {
    const figures = await strikeEach({ every, seed }, say);
    const keys = await strikeEach({ every: everyKey, seed, keychain: true }, say);
    return {
      ...figures,
      'calls of the keychain': keys['calls in one run'] ?? 0,
      'blows at the keychain': keys['blows'] ?? 0,
    };
  },
};
