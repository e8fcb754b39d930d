import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '../../core/clock.ts';
import { PlainError } from '../../core/plain-error.ts';
import type { StationChoice } from '../../core/station/open-station.ts';
import { tellAccount } from './tell-account.ts';
import type { Terminal } from './terminal.ts';

/** The desktop app as a process of its own; this one tells the account beside it, until either is asked to stop. */
export async function openOnDesktop(
  terminal: Terminal,
  choice: StationChoice,
  { electron, env, stop }: { electron: string; env: NodeJS.ProcessEnv; stop: Promise<void> },
): Promise<void> {
  const since = systemClock.now();
  const child = spawn(electron, [join(import.meta.dirname, 'desktop.js'), ...sameStation(choice)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  const ended = once(child, 'exit').catch(() => undefined);
  void stop.then(() => child.kill('SIGTERM'));
  const over = Promise.race([stop, ended.then(() => undefined)]);
  await tellAccount(terminal, choice, { since, stop: over });
  await ended;
  if (child.exitCode !== 0 && child.signalCode !== 'SIGTERM')
    throw new PlainError(
      'desktop.ended',
      'The Clearfolder window ended by itself. What was recorded is safe, and nothing is sent twice.',
      'Start it again, or use it in the browser: clearfolder open --browser',
    );
}

function sameStation({ data, settings, secrets }: StationChoice): string[] {
  return Object.entries({ data, settings, secrets }).flatMap(([name, value]) =>
    value === null ? [] : [`--${name}`, value],
  );
}
