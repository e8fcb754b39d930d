import { existsSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { orderSchema } from '../blow.ts';
import { FILES } from '../files.ts';
import { FastClock } from './fast-clock.ts';
import { strikeFiles } from './strike-files.ts';
import { strikeHttp } from './strike-http.ts';
import { strikeKeychain } from './strike-keychain.ts';
import { strikeSql } from './strike-sql.ts';
import { Striker } from './striker.ts';

/*
 * The station with everything at its boundary wrapped, and somebody who works with it: one run, with at most one blow.
 * What is wrapped is wrapped before the program is loaded; the program itself knows nothing of it.
 */

const say = writeSync;
const exists = existsSync;
const list = readdirSync;
const write = writeFileSync;
const read = readFileSync;
/** Nobody waits longer than this for the program to come to rest; by its clock, in milliseconds. */
const PATIENCE_MS = 2 * 3_600_000;
const DAY_AND_MORE_MS = 26 * 3_600_000;
const HOUR_AND_MORE_MS = 1.2 * 3_600_000;
const LOOK_MS = 700;

const order = orderSchema.parse(JSON.parse(process.argv[2] ?? ''));
const { root } = order;
const striker = new Striker(order.blow, join(root, 'struck'));
const clock = new FastClock(order.laterMs);
Object.assign(systemClock, {
  now: () => clock.now(),
  monotonic: () => clock.monotonic(),
  sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal),
});
const sql = strikeSql(striker, root);
strikeHttp(striker, clock);
if (order.secrets === 'keychain') strikeKeychain(striker, clock);
await strikeFiles(striker, clock, root);

for (const stray of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(stray, (error: unknown) => {
    say(2, `stray ${stray}: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(70);
  });
}
const { createApp } = await import('../../../../src-main/hosts/app/create-app.ts');
const { workAsPerson } = await import('./person.ts');
const data = join(root, 'data');
const where = ['--data', data, '--settings', join(root, 'settings.json'), '--secrets', order.secrets];
const { apiSecret } = order;
const choice = { data, settings: join(root, 'settings.json'), secrets: order.secrets, apiSecret };
const began = clock.monotonic();
const late = () => clock.monotonic() - began > PATIENCE_MS + nightsMs;
let nightsMs = 0;

striker.arm();
const app = await createApp({ choice, host: 'browser', samples: false });
const work = {
  app,
  clock,
  root,
  where,
  apiSecret,
  documents: order.documents,
  asked: sql.asked,
  putAgain,
  late,
};
let restless = await workAsPerson(work).then(
  () => null,
  (error: unknown) => `person: ${String(error)}`,
);
if (restless === null) restless = await comeToRest(openWork);
// The nights, in which the house is kept; one whose backup failed is followed by another hour.
for (const nightMs of [DAY_AND_MORE_MS, HOUR_AND_MORE_MS, HOUR_AND_MORE_MS]) {
  if (restless !== null) break;
  clock.jump(nightMs);
  nightsMs += nightMs;
  await clock.sleep(LOOK_MS);
  restless = await comeToRest(openWork);
  if (restless === null && isBackedUp()) break;
}
restless ??= isBackedUp() ? null : 'no backup';
await app.stop();
if (order.tell !== null) striker.tell(order.tell);
say(1, `${JSON.stringify({ restless })}\n`);
process.exit(0);

function putAgain(): void {
  write(join(root, 'in', FILES.again), read(join(root, 'given', FILES.again)));
}

async function comeToRest(open: () => string | null): Promise<string | null> {
  for (;;) {
    const left = open();
    if (left === null || late()) return left;
    if (sql.ledger() === null) await app.call('app.restart-engine', {}, { actor: 'clerk' });
    await clock.sleep(LOOK_MS);
  }
}

/** What is not finished, in words; null when nothing is. */
function openWork(): string | null {
  if (sql.ledger() === null) return 'no ledger';
  const rows = sql.asked(
    `SELECT 'submission ' || state FROM submission WHERE state IN ('queued', 'sending', 'unconfirmed')
     UNION ALL SELECT 'message ' || state FROM message WHERE state IN ('queued', 'sending', 'unconfirmed')
     UNION ALL SELECT 'file ' || state FROM file WHERE state IN ('settling', 'held') AND current = 1 AND folder_id IS NOT NULL
     UNION ALL SELECT 'move' FROM file WHERE move_state = 'due'
     UNION ALL SELECT 'details' FROM task WHERE details_due = 1
     UNION ALL SELECT 'task ' || status FROM task WHERE status NOT IN ('completed', 'failed', 'invalid')`,
  );
  if (rows.length > 0) return JSON.stringify(rows);
  const found = sql.asked(`SELECT 1 FROM file WHERE state <> 'ignored' AND folder_id IS NOT NULL`);
  return found.length < 5 ? `found ${found.length}` : null;
}

function isBackedUp(): boolean {
  const backups = join(data, 'clinic', 'backups');
  return exists(backups) && list(backups).some((name) => name.endsWith('.db'));
}
