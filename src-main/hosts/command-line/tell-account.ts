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
 * Keeps a short account on the terminal until `stop`: what was sent, what waits, what came back. It reads beside the engine,
 * whichever process that runs in, and looks only when something was written.
 */
export async function tellAccount(
  terminal: Terminal,
  choice: StationChoice,
  stop: Promise<void>,
): Promise<void> {
  const ended = new AbortController();
  void stop.then(() => ended.abort());
  if (terminal.json) {
    await stop;
    return;
  }
  const station = await openStation(choice);
  const { settings } = station;
  const ledger = await openedLedger(station, ended.signal);
  if (ledger === null) return;
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
    const newLines = createAccount(ledger, folders, () => new Date(systemClock.now()).toLocaleTimeString());
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

/** The ledger, as soon as the engine has made it; null where that was not to be. */
async function openedLedger(station: Station, ended: AbortSignal): Promise<Ledger | null> {
  while (!ended.aborted) {
    try {
      return (await openStationLedger(station, 'reader')).ledger;
    } catch {
      // The window says what keeps the engine from starting, and this goes on once it has started.
      await systemClock.sleep(LOOK_EVERY_MS, ended);
    }
  }
  return null;
}
