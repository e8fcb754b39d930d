import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../core/clock.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import { actor } from '../../core/station/actor.ts';
import {
  openStation,
  openStationLedger,
  type Station,
  type StationChoice,
} from '../../core/station/open-station.ts';
import { inPlainWords } from '../headless/in-plain-words.ts';
import { practiceFolder } from '../headless/practice-mode.ts';
import { createAccount } from './account.ts';
import type { Terminal } from './terminal.ts';

const LOOK_EVERY_MS = 400;

/**
 * Keeps a short account on the terminal until `stop`: what was sent from `since` on, what waits, what came back. It reads
 * beside the engine, whichever process that runs in, and looks only when something was written.
 */
export async function tellAccount(
  terminal: Terminal,
  choice: StationChoice,
  { since, stop }: { since: number; stop: Promise<void> },
): Promise<void> {
  const ended = new AbortController();
  void stop.then(() => ended.abort());
  if (terminal.json) {
    await stop;
    return;
  }
  const opened = await whatTheEngineMade(terminal, choice, ended.signal);
  if (opened === null) return;
  const { station, ledger } = opened;
  const { settings } = station;
  const folders =
    settings.environment === 'practice' && settings.folders.length === 0
      ? [await practiceFolder(station, new Date(systemClock.now()))]
      : settings.folders;
  terminal.out(
    settings.environment === 'practice'
      ? 'Clearfolder, practice mode: nothing leaves this machine, and every patient is invented.'
      : `Clearfolder, environment "${settings.environment}", as ${actor()}.`,
  );
  for (const folder of folders) terminal.out(`Watching ${folder.path}`);
  const answers = join(station.folder.practice, 'answers');
  if (settings.environment === 'practice' && existsSync(answers))
    terminal.out(`Documents that answer Tasks which wait: ${answers}`);
  terminal.out(
    'Put documents into a watched folder and they go out by themselves. Ctrl+C stops. "clearfolder VERB" below is "npm start -- VERB" in a second terminal.\n',
  );
  try {
    const newLines = createAccount(ledger, folders, {
      since,
      clockText: () => new Date(systemClock.now()).toLocaleTimeString(),
    });
    let seen: number | null = null;
    while (!ended.signal.aborted) {
      try {
        const version = ledger.dataVersion();
        if (version !== seen) for (const line of newLines()) terminal.out(line);
        seen = version;
      } catch (error) {
        // What cannot be shown must not stop what is sent.
        terminal.err(inPlainWords(error).message);
      }
      await systemClock.sleep(LOOK_EVERY_MS, ended.signal);
    }
  } finally {
    ledger.close();
  }
  terminal.out('Stopping: requests under way end first. Ctrl+C again ends at once; nothing is lost.');
}

/**
 * The ledger and its station, as soon as the engine has made what it needs; null where that was not to be. What keeps the engine
 * from starting is said once, and corrected in the window.
 */
async function whatTheEngineMade(
  terminal: Terminal,
  choice: StationChoice,
  ended: AbortSignal,
): Promise<{ station: Station; ledger: Ledger } | null> {
  let said = '';
  while (!ended.aborted) {
    try {
      const station = await openStation(choice);
      if (samplesAreWritten(station))
        return { station, ledger: (await openStationLedger(station, 'reader')).ledger };
    } catch (error) {
      const { code, message, next } = inPlainWords(error);
      if (code !== 'ledger.missing' && message !== said) {
        terminal.err(`${message}\nWhat to do: ${next}`);
        said = message;
      }
    }
    await systemClock.sleep(LOOK_EVERY_MS, ended);
  }
  return null;
}

/** Only the engine writes them: two at once would write over each other. */
function samplesAreWritten({ settings, folder }: Station): boolean {
  return (
    settings.environment !== 'practice' ||
    settings.folders.length > 0 ||
    existsSync(join(folder.practice, 'folder'))
  );
}
