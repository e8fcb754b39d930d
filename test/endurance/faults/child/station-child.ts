import crypto from 'node:crypto';
import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { SkippingClock } from '../../../support/clock.ts';
import { optionsSchema } from '../fault.ts';
import { MOUNTED } from '../scene-files.ts';
import { injectFiles } from './inject-files.ts';
import { injectFolderReads } from './inject-folder-reads.ts';
import { injectHttp } from './inject-http.ts';
import { injectKeychain } from './inject-keychain.ts';
import { injectSql } from './inject-sql.ts';
import { Injector } from './injector.ts';
import { wrap } from './wrap.ts';

/** A thread derives a PIN's key for a fifth of a second; the clock must not jump meanwhile. */
function watchDerivations(clock: SkippingClock): void {
  wrap(crypto, 'scrypt', ({ args, call }) => {
    const back = args.at(-1);
    if (typeof back !== 'function') return call();
    const done = clock.begin();
    const heard = (...given: unknown[]): unknown => {
      done();
      return Reflect.apply(back, undefined, given);
    };
    return call([...args.slice(0, -1), heard]);
  });
  syncBuiltinESMExports();
}

const exists = existsSync;

/** Gives the mounted `share` another device number: only the superuser can mount a real disk. */
function putOnAnotherDisk(root: string): void {
  wrap(promises, 'stat', async ({ args, call }) => {
    const stats = await call();
    const isShare = args[0] === join(root, 'share') && exists(join(root, MOUNTED));
    if (!isShare || typeof stats !== 'object' || stats === null) return stats;
    const dev: unknown = Reflect.get(stats, 'dev');
    if (typeof dev === 'bigint') Reflect.set(stats, 'dev', dev + 1n);
    if (typeof dev === 'number') Reflect.set(stats, 'dev', dev + 1);
    return stats;
  });
}

/*
 * The station with everything at its boundary wrapped, and a person at work: one process run with at most one fault. All
 * wrapping comes before the program is loaded; the program itself knows nothing of the wrapping.
 */

const say = writeSync;
const write = writeFileSync;

for (const stray of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(stray, (error: unknown) => {
    say(2, `stray ${stray}: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(70);
  });
}
void main();

async function main(): Promise<void> {
  const options = optionsSchema.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
  const { root } = options;
  const clock = new SkippingClock(options.laterMs);
  const injector = new Injector(options.fault, join(root, 'injected'), () => clock.now());
  Object.assign(systemClock, {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal),
  });
  const sql = injectSql(injector, root);
  injectHttp(injector, clock, root);
  watchDerivations(clock);
  const seen = options.secrets === 'keychain' ? injectKeychain(injector, clock) : null;
  putOnAnotherDisk(root);
  await injectFiles(injector, clock, root);
  injectFolderReads(injector, clock, root);
  const { runProcess } = await import('./process-run.ts');
  const unfinished = await runProcess({ options, clock, injector, sql });
  // `outcomeOf` reads the ledger's key from the file of a station without a keychain.
  if (seen !== null) write(join(root, 'secrets.json'), JSON.stringify({ entries: Object.fromEntries(seen) }));
  if (options.tell !== null) injector.tell(options.tell, sql.ran());
  say(1, `${JSON.stringify({ unfinished })}\n`);
  process.exit(0);
}
