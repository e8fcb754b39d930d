import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderRule } from '../../contract/settings.ts';
import { systemClock } from '../../core/clock.ts';
import { actor } from '../../core/installation/actor.ts';
import {
  openStation,
  openStationLedger,
  type Station,
  type StationChoice,
} from '../../core/installation/open-station.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { lockStanding } from '../../core/lock/lock-state.ts';
import { inPlainWords } from '../headless/in-plain-words.ts';
import { practiceFolder } from '../headless/practice-mode.ts';
import { createAccount } from './account.ts';
import { looked } from './looked.ts';
import type { Terminal } from './terminal.ts';

const LOOK_EVERY_MS = 400;
const LOCKED = 'This station is locked. The summary continues here when the station is unlocked.';
const NO_NAMES =
  'Clearfolder shows documents and results only in its window, because this output may be a log, and a log must not contain patient names.';

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
  let from = since;
  while (!ended.signal.aborted) {
    const opened = await whatTheEngineMade(terminal, choice, ended.signal);
    if (opened === null) break;
    try {
      await followLedger(terminal, opened, { from, ended: ended.signal });
    } finally {
      opened.ledger.close();
    }
    from = systemClock.now();
  }
  terminal.out(
    'Clearfolder is stopping: open requests end first. Press Ctrl+C again to stop immediately; nothing is lost.',
  );
}

/** Tells what is written to one ledger, until the end or until the settings are others. */
async function followLedger(
  terminal: Terminal,
  { station, ledger }: { station: Station; ledger: Ledger },
  { from, ended }: { from: number; ended: AbortSignal },
): Promise<void> {
  const folders = await watchedFolders(station);
  const settingsFile = station.settingsFile ?? station.folder.settings;
  const settings = changedAt(settingsFile);
  const newLines = createAccount(ledger, folders, {
    since: from,
    clockText: () => new Date(systemClock.now()).toLocaleTimeString(),
  });
  // Practice invents its patients. Others have names, and what is no terminal may be a log (I11).
  const namesMayShow = terminal.watched || station.settings.environment === 'practice';
  for (const line of heading(station, namesMayShow ? folders : [])) terminal.out(line);
  if (!namesMayShow) terminal.out(NO_NAMES);
  let kept = false;
  let lockedSaid = false;
  let seen: number | null = null;
  while (!ended.aborted && changedAt(settingsFile) === settings) {
    try {
      const version = ledger.dataVersion();
      const locked = lockStanding(ledger) === 'locked';
      if (locked && !lockedSaid && namesMayShow) terminal.out(LOCKED);
      lockedSaid = locked;
      if (locked) {
        seen = null;
        await systemClock.sleep(LOOK_EVERY_MS, ended);
        continue;
      }
      if (namesMayShow && !kept) looked(ledger, 'list.viewed', 'app.overview');
      kept = true;
      if (namesMayShow && version !== seen) for (const line of newLines()) terminal.out(line);
      seen = version;
    } catch (error) {
      // What cannot be shown must not stop what is sent.
      terminal.err(inPlainWords(error, 'command-line').message);
    }
    await systemClock.sleep(LOOK_EVERY_MS, ended);
  }
}

async function watchedFolders(station: Station): Promise<readonly FolderRule[]> {
  const { environment, folders } = station.settings;
  return environment === 'practice' && folders.length === 0
    ? [await practiceFolder(station, new Date(systemClock.now()))]
    : folders;
}

function heading({ settings, folder }: Station, folders: readonly FolderRule[]): string[] {
  const inPractice = settings.environment === 'practice';
  const answers = join(folder.practice, 'answers');
  return [
    inPractice
      ? 'Clearfolder, practice mode: nothing leaves this computer, and every patient is invented.'
      : `Clearfolder, environment "${settings.environment}", as ${actor()}.`,
    ...folders.map(({ path }) => `Watching ${path}`),
    ...(inPractice && existsSync(answers) ? [`Sample documents for waiting Tasks: ${answers}`] : []),
    'Put documents into a watched folder, and Clearfolder sends them. Press Ctrl+C to stop. Where this text says "clearfolder VERB", use "npm start -- VERB" in a second terminal.',
    '',
  ];
}

/** When the file was last written; null while there is none. */
function changedAt(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
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
      const { code, message, next } = inPlainWords(error, 'command-line');
      if (code !== 'ledger.missing' && message !== said) {
        terminal.err([message, `What to do: ${next}`]);
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
