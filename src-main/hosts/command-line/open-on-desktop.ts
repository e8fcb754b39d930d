import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { systemClock } from '../../core/clock.ts';
import { engineIsRunning } from '../../core/data-folder/engine-lock.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { PlainError } from '../../core/plain-error.ts';
import { tellAccount } from './tell-account.ts';
import type { Terminal } from './terminal.ts';

const LOOK_EVERY_MS = 200;

/**
 * The desktop app as a process of its own; this one tells the account beside it, until either is asked to stop. Gives false
 * where it ended before it did anything: its runtime does not work on this machine.
 */
export async function openOnDesktop(
  terminal: Terminal,
  choice: StationChoice,
  { electron, dataFolder, stop }: { electron: string; dataFolder: string; stop: Promise<void> },
): Promise<boolean> {
  const since = systemClock.now();
  const program = join(import.meta.dirname, 'desktop.js');
  const { apiSecret } = choice;
  const args = [program, ...sameStation(choice), ...(apiSecret === null ? [] : ['--handed-secret'])];
  const child = spawn(electron, args, {
    stdio: ['ignore', 'ignore', 'ignore', apiSecret === null ? 'ignore' : 'ipc'],
  });
  // Over the channel, which no other process of Electron has (hosts/desktop/prepare-desktop.ts).
  if (apiSecret !== null) child.send({ apiSecret }, () => undefined);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code));
  });
  let over = false;
  const ending = Promise.race([stop, ended]).then(() => {
    over = true;
  });
  let asked = false;
  void stop.then(() => {
    asked = true;
    child.kill('SIGTERM');
  });
  while (!over && !engineIsRunning(dataFolder)) await systemClock.sleep(LOOK_EVERY_MS);
  if (over && !asked) return (await ended) === 0;
  await tellAccount(terminal, choice, { since, stop: ending });
  const code = await ended;
  if (code !== 0 && !asked)
    throw new PlainError(
      'desktop.ended',
      'The Clearfolder window ended unexpectedly. The record of what was sent is safe, and nothing is sent twice.',
      'Start Clearfolder again, or use the browser: clearfolder open --browser',
    );
  return true;
}

function sameStation({ data, settings, secrets }: StationChoice): string[] {
  return Object.entries({ data, settings, secrets }).flatMap(([name, value]) =>
    value === null ? [] : [`--${name}`, value],
  );
}
