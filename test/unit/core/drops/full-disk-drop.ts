import { readdirSync } from 'node:fs';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { openLedger } from '../../../../src-main/core/ledger/db/open-ledger.ts';
import { createSpool } from '../../../../src-main/core/spool/spool.ts';
import { dropSessionsOf } from './support/drop-sessions.ts';

/* Drops a file that the disk has no room for, as a path and as bytes, and tells what became of it. */
const [, , dir = '', file = ''] = process.argv;
const ledger = openLedger({ path: `${dir}/ledger.db`, key: 'ab'.repeat(32), now: systemClock.now });
const drops = dropSessionsOf({ ledger, spool: createSpool({ dir: `${dir}/spool`, clock: systemClock }) });
const { id } = drops.open();
await drops.addPaths(id, [file]);
const size = 8 * 1024 * 1024;
const drop = await drops.addStream(
  id,
  { path: 'bytes.txt', size },
  (async function* () {
    for (let piece = 0; piece < 128; piece++) yield Buffer.alloc(size / 128, 'x');
  })(),
);
const files = drop.files.map(({ state, problem }) => [state, problem?.code, problem?.next]);
process.stdout.write(JSON.stringify({ files, copies: readdirSync(`${dir}/spool`).length }));
