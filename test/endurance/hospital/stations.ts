import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { openLedger } from '../../../src-main/core/ledger/db/open-ledger.ts';
import { accountOf } from '../../../src-main/core/ledger/tables/counts.ts';
import { isWithoutRecord } from '../../../src-main/core/ledger/tables/record-behind.ts';
import { PASSWORD } from '../../support/postgres.ts';
import { type configSchema, KEY } from './config.ts';

/** A station that runs in a process of its own and can be killed, frozen and started again. */
export function hospitalStation(
  given: Pick<
    z.infer<typeof configSchema>,
    'dir' | 'id' | 'folder' | 'baseUrl' | 'apiSecret' | 'database' | 'idleSeconds'
  > & { readonly leaseBeats?: number; readonly haste?: number },
) {
  const config = { leaseBeats: 24, haste: 1, ...given, password: PASSWORD, heartbeatMs: 250 };
  let child: ChildProcess | null = null;
  let errors = '';
  const look = <T>(work: (ledger: ReturnType<typeof openLedger>) => T): T => {
    const ledger = openLedger({
      path: join(config.dir, 'ledger.db'),
      key: KEY,
      now: Date.now,
      mode: 'reader',
    });
    try {
      return work(ledger);
    } finally {
      ledger.close();
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    id: config.id,
    errors: () => errors,
    start: () => {
      const script = fileURLToPath(new URL('station-process.ts', import.meta.url));
      child = spawn(process.execPath, [script, JSON.stringify(config)], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        errors = (errors + text).slice(-20_000);
      });
    },
    end,
    signal: (signal: NodeJS.Signals) => child?.kill(signal),
    hasLedger: () => existsSync(join(config.dir, 'ledger.db')),
    /** Whether the station has compared its ledger with the list of the service. */
    hasRecord: () => look((ledger) => !isWithoutRecord(ledger, Date.now())),
    account: () => look((ledger) => accountOf(ledger, 'in')),
    submissions: () =>
      look((ledger) =>
        z
          .array(
            z.object({ external_id: z.string(), state: z.string(), problem_code: z.string().nullable() }),
          )
          .parse(
            ledger.db.prepare('SELECT external_id, state, problem_code FROM submission ORDER BY seq').all(),
          ),
      ),
    [Symbol.asyncDispose]: () => end('SIGKILL'),
  };
}
