import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { SkippingClock } from '../../../support/clock.ts';
import { orderSchema } from '../blow.ts';
import { putOnAnotherDisk } from './another-disk.ts';
import { strikeFiles } from './strike-files.ts';
import { strikeFolderReads } from './strike-folder-reads.ts';
import { strikeHttp } from './strike-http.ts';
import { strikeKeychain } from './strike-keychain.ts';
import { strikeSql } from './strike-sql.ts';
import { Striker } from './striker.ts';
import { watchDerivations } from './watch-derivations.ts';

/*
 * The station with everything at its boundary wrapped, and somebody who works with it: one life, with at most one blow.
 * What is wrapped is wrapped before the program is loaded; the program itself knows nothing of it.
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
  const order = orderSchema.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
  const { root } = order;
  // The places of `front` are numbered: nothing more is counted there.
  const closely = order.scene !== 'front';
  const clock = new SkippingClock(order.laterMs);
  const striker = new Striker(order.blow, join(root, 'struck'), () => clock.now());
  Object.assign(systemClock, {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal),
  });
  const sql = strikeSql(striker, { root, closely });
  strikeHttp(striker, clock);
  watchDerivations(clock);
  const seen = order.secrets === 'keychain' ? strikeKeychain(striker, clock) : null;
  if (closely) putOnAnotherDisk(root);
  await strikeFiles(striker, clock, root);
  if (closely) strikeFolderReads(striker, clock, root);
  const { live } = await import('./live.ts');
  const restless = await live({ order, clock, striker, sql });
  // As a station has them that keeps them in a file, for `outcomeOf`.
  if (seen !== null) write(join(root, 'secrets.json'), JSON.stringify({ entries: Object.fromEntries(seen) }));
  if (order.tell !== null) striker.tell(order.tell, sql.ran());
  say(1, `${JSON.stringify({ restless })}\n`);
  process.exit(0);
}
