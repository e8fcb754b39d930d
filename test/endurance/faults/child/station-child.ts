import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { SkippingClock } from '../../../support/clock.ts';
import { optionsSchema } from '../fault.ts';
import { putOnAnotherDisk } from './another-disk.ts';
import { injectFiles } from './inject-files.ts';
import { injectFolderReads } from './inject-folder-reads.ts';
import { injectHttp } from './inject-http.ts';
import { injectKeychain } from './inject-keychain.ts';
import { injectSql } from './inject-sql.ts';
import { Injector } from './injector.ts';
import { watchDerivations } from './watch-derivations.ts';

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
  injectHttp(injector, clock);
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
