import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { tempDir } from '../../support/temp-dir.ts';
import { type Blow, type Call, callSchema } from './blow.ts';
import { startClinicService } from './clinic-service.ts';
import { difference, type Outcome, outcomeOf } from './outcome.ts';
import { layOut } from './place.ts';
import { type ChildEnd, runChild } from './run-child.ts';

/** The clean run comes so much later: what a crash left in the spool is old enough to be taken away. */
const LATER_MS = 30 * 3_600_000;

export interface Scene {
  readonly seed: number;
  /** A folder that the runs share, for compiled code alone. */
  readonly compileCache: string;
  readonly secrets: 'file' | 'keychain';
}

/** What came of a run with a blow. */
export interface Struck {
  /** The call that was struck, or null when the run ended before it came to it. */
  readonly name: string | null;
  readonly first: ChildEnd;
  readonly outcome: Outcome;
}

/** The run without a blow: every call it made, in order, and what must come of every other one. */
export interface Unstruck {
  readonly calls: readonly Call[];
  readonly outcome: Outcome;
}

/** Runs the scene without a blow. @throws when it does not come to rest */
export async function runUnstruck(scene: Scene): Promise<Unstruck> {
  const { first, outcome, calls } = await run(scene, null);
  if (first.kind !== 'rest') throw new Error(`without a blow: ${JSON.stringify(first)}`);
  return { calls, outcome };
}

/**
 * One run with a blow, then a clean one where the first did not come to rest by itself. What comes of it must be what comes
 * of the run without.
 *
 * @throws with the seed, the blow and the difference
 */
export async function strike(scene: Scene, wanted: Outcome, blow: Blow): Promise<Struck> {
  const about = `seed ${scene.seed}, ${JSON.stringify(blow)}`;
  const struck = await run(scene, blow).catch((error: unknown) => {
    throw new Error(`${about}: ${String(error)}`);
  });
  const wrong = difference(wanted, struck.outcome);
  if (wrong === '') return struck;
  const first = JSON.stringify(struck.first);
  throw new Error(`${about}, struck at ${struck.name ?? 'nothing'}, first run ${first}:\n${wrong}`);
}

async function run({ seed, compileCache, secrets }: Scene, blow: Blow | null) {
  await using place = await tempDir('strike');
  const root = place.path;
  const service = await startClinicService(place.at('service'));
  try {
    const names = layOut(root, service.baseUrl, seed);
    const tell = blow === null ? place.at('calls.json') : null;
    const order = {
      root,
      apiSecret: service.apiSecret,
      documents: Object.fromEntries([...names].map(([sha256, name]) => [name, sha256])),
      secrets: secrets === 'file' ? `file:${place.at('secrets.json')}` : 'keychain',
      laterMs: 0,
      blow,
      tell,
    };
    const where = { compileCache, keyringHome: secrets === 'file' ? null : place.at('home') };
    const first = await runChild(order, where);
    if (first.kind !== 'rest') {
      const clean = await runChild({ ...order, blow: null, laterMs: LATER_MS, tell: null }, where);
      if (clean.kind !== 'rest') {
        throw new Error(
          `the clean run after it: ${JSON.stringify(clean)}; the first: ${JSON.stringify(first)}`,
        );
      }
    }
    const note = join(root, 'struck');
    return {
      name: existsSync(note) ? readFileSync(note, 'utf8').trim() : null,
      first,
      outcome: outcomeOf(root, service.admin, names),
      calls:
        tell !== null && existsSync(tell)
          ? z.array(callSchema).parse(JSON.parse(readFileSync(tell, 'utf8')))
          : [],
    };
  } finally {
    await service.close();
  }
}
