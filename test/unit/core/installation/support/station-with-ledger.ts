import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { makeBackup, restoreLedger } from '../../../../../src-main/core/installation/backup-and-restore.ts';
import { openStation, openStationLedger } from '../../../../../src-main/core/installation/open-station.ts';
import { takeUpLedger } from '../../../../../src-main/core/ledger/backup/detect-restore.ts';
import { readState, writeState } from '../../../../../src-main/core/ledger/db/station-state.ts';
import { type TempDir, tempDir } from '../../../../support/temp-dir.ts';

const SCRIPT = fileURLToPath(new URL('../killed-verb.ts', import.meta.url));
export const PASSPHRASE = 'four words that differ';

/** A station in practice mode whose ledger holds one word, and what tests do to it. */
export async function stationWithLedger(label: string, at: TempDir | null = null) {
  const dir = at ?? (await tempDir(label));
  const secrets = `file:${dir.at('secrets.json')}`;
  const open = () => openStation({ data: dir.at('data'), settings: null, secrets, apiSecret: null });
  const station = await open();
  const withLedger = async <T>(work: (ledger: Awaited<ReturnType<typeof openStationLedger>>) => T) => {
    const opened = await openStationLedger(station, 'engine');
    try {
      return await work(opened);
    } finally {
      opened.ledger.close();
    }
  };
  return {
    dir,
    station,
    open,
    withLedger,
    /** As an engine does that starts. Gives whether it found an older copy. */
    takeUp: () => withLedger(({ ledger }) => takeUpLedger(ledger, Date.now()).restored),
    say: (word: string) => withLedger(({ ledger }) => writeState(ledger, 'word', word)),
    word: () => withLedger(({ ledger }) => readState(ledger, 'word', z.string())),
    check: () => withLedger(({ ledger }) => ledger.db.pragma('integrity_check', { simple: true })),
    backUp: (name: string, passphrase: string | null = null) =>
      withLedger(
        async ({ ledger, key }) =>
          (await makeBackup(station, { ledger, key, target: dir.at(name), passphrase }, 'test')).path,
      ),
    restore: (backup: string, more: { passphrase?: string; otherStation?: boolean } = {}) =>
      restoreLedger(station, {
        backup,
        actor: 'test',
        askPassphrase: () => Promise.resolve(more.passphrase ?? PASSPHRASE),
        otherStation: more.otherStation ?? false,
      }),
    /**
     * Does it in a process of its own that kills itself at a step, or is killed `afterMs` after the step; gives the steps it came to, and
     * the milliseconds from that step to the end of the process. `about`: the backup to restore.
     */
    killedAt: async (verb: 'rotate' | 'restore', step: string, about = '', afterMs: number | null = null) => {
      const args = [SCRIPT, dir.at('data'), secrets, verb, afterMs === null ? step : '', about];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      let begun = performance.now();
      let timer: NodeJS.Timeout | undefined;
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (afterMs === null || timer !== undefined || !said.includes(step)) return;
        begun = performance.now();
        timer = setTimeout(() => child.kill('SIGKILL'), Math.min(afterMs, 600_000));
      });
      await once(child, 'close');
      clearTimeout(timer);
      // Windows knows no signals: a killed process has the exit code 1.
      const signal = process.platform === 'win32' && child.exitCode === 1 ? 'SIGKILL' : child.signalCode;
      return { signal, steps: said.trim().split('\n'), ms: performance.now() - begun };
    },
  };
}
