import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderRule } from '../../../contract/settings.ts';
import { systemClock } from '../../../core/clock.ts';
import { actor } from '../../../core/installation/actor.ts';
import {
  openStation,
  openStationLedger,
  type Station,
  type StationChoice,
} from '../../../core/installation/open-station.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { lockStanding } from '../../../core/lock/standing.ts';
import { inPlainWords } from '../../headless/in-plain-words.ts';
import { sampleFolder } from '../../headless/practice-mode.ts';
import { foldersInForce } from '../../headless/run-engine.ts';
import { recordView } from '../record-view.ts';
import { problemLines, type Terminal } from '../terminal.ts';
import { createActivityLines } from './activity-lines.ts';

const POLL_MS = 400;
const LOCKED = 'This station is locked. The summary continues here when the station is unlocked.';
const NO_NAMES =
  'Clearfolder shows documents and results only in its window, because this output may be a log, and a log must not contain patient names.';

/**
 * Shows on the terminal until `stop` what the engine sends and receives, from `since` (milliseconds since the epoch) on. The
 * function reads the ledger beside the engine, which may run in another process, and only after a write.
 */
export async function followActivity(
  terminal: Terminal,
  choice: StationChoice,
  { since, stop }: { since: number; stop: Promise<void> },
): Promise<void> {
  if (terminal.json) {
    await stop;
    return;
  }
  const ended = new AbortController();
  void stop.then(() => ended.abort());
  let from = since;
  while (!ended.signal.aborted) {
    const opened = await openWhenReady(terminal, choice, ended.signal);
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

/** Shows the activity in one ledger until the end, or until the settings file changes. */
async function followLedger(
  terminal: Terminal,
  { station, ledger }: { station: Station; ledger: Ledger },
  { from, ended }: { from: number; ended: AbortSignal },
): Promise<void> {
  const folders = await foldersInForce(station, station.settings, true);
  const settingsFile = station.settingsFile ?? station.folder.settings;
  const settings = changedAt(settingsFile);
  const newLines = createActivityLines(ledger, folders, {
    since: from,
    clockText: () => new Date(systemClock.now()).toLocaleTimeString(),
  });
  // The patients of practice mode are invented. Names of real patients must not reach an output that may be a log (I11).
  const namesMayShow = terminal.watched || station.settings.environment === 'practice';
  for (const line of heading(station, namesMayShow ? folders : [])) terminal.out(line);
  if (!namesMayShow) terminal.out(NO_NAMES);
  let recorded = false;
  let lockedShown = false;
  let seen: number | null = null;
  for (; !ended.aborted && changedAt(settingsFile) === settings; await systemClock.sleep(POLL_MS, ended)) {
    try {
      const version = ledger.dataVersion();
      const locked = lockStanding(ledger) === 'locked';
      if (locked && !lockedShown && namesMayShow) terminal.out(LOCKED);
      lockedShown = locked;
      if (locked) {
        seen = null;
        continue;
      }
      if (namesMayShow && !recorded) recordView(ledger, 'list.viewed', 'app.overview');
      recorded = true;
      if (namesMayShow && version !== seen) for (const line of newLines()) terminal.out(line);
      seen = version;
    } catch (error) {
      // A fault of the display must not stop the sending.
      terminal.err(inPlainWords(error, 'command-line').message);
    }
  }
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

/** When the file was last written, in milliseconds since the epoch; null if there is no file. */
function changedAt(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/**
 * Waits until the engine has made the ledger, then opens the ledger; returns null at the end. A fault that keeps the engine from
 * starting is shown once, because a person corrects the fault in the window.
 */
async function openWhenReady(
  terminal: Terminal,
  choice: StationChoice,
  ended: AbortSignal,
): Promise<{ station: Station; ledger: Ledger } | null> {
  let shown = '';
  for (; !ended.aborted; await systemClock.sleep(POLL_MS, ended)) {
    try {
      const station = await openStation(choice);
      if (samplesAreWritten(station))
        return { station, ledger: (await openStationLedger(station, 'reader')).ledger };
    } catch (error) {
      const failure = inPlainWords(error, 'command-line');
      if (failure.code !== 'ledger.missing' && failure.message !== shown) {
        terminal.err(problemLines(failure));
        shown = failure.message;
      }
    }
  }
  return null;
}

/** Only the engine writes the samples, because two writers would overwrite each other's files. */
function samplesAreWritten({ settings, folder }: Station): boolean {
  return (
    settings.environment !== 'practice' ||
    settings.folders.length > 0 ||
    existsSync(sampleFolder(folder.practice))
  );
}
