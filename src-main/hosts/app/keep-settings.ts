import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '../../contract/settings.ts';
import { refuseOverlaps, refuseOwnFolder } from '../../core/folders/overlaps.ts';
import { rememberRun, type Station } from '../../core/installation/open-station.ts';
import { changedKeys, noteSettings } from '../../core/installation/settings-audit.ts';
import { PlainError } from '../../core/plain-error.ts';
import { loadSettings, settingsToWrite, writeSettings } from '../../core/settings/settings-file.ts';
import { redirectsToConfirm } from '../../core/settings/where-documents-go.ts';
import { leaveSamplesOut, sampleFolder } from '../headless/practice-mode.ts';
import type { AppContext, WantedSettings } from './context.ts';
import type { Supervisor } from './supervisor.ts';

interface KeepParts {
  readonly context: AppContext;
  readonly supervisor: Supervisor;
}

/**
 * Keeps settings in their file and applies them, one after the other; see `AppContext.saveSettings`. Where an engine runs
 * and cannot run by the new ones, the old ones are put back. What it runs by is what its file says, also where that cannot be done.
 */
export function createSettingsKeeper(parts: KeepParts) {
  let line: Promise<unknown> = Promise.resolve();
  return (wanted: WantedSettings, actor: string): Promise<void> => {
    const done = line.then(() => keepSettings(wanted, { ...parts, actor }));
    line = done.catch(() => undefined);
    return done;
  };
}

async function keepSettings(
  wanted: WantedSettings,
  { context, supervisor, actor }: KeepParts & { actor: string },
): Promise<void> {
  const station = context.station();
  refuseChangedElsewhere(station);
  const file = station.settingsFile ?? station.folder.settings;
  const asked = typeof wanted === 'function' ? wanted(station.settings) : wanted;
  const settings = withoutSamples(settingsToWrite(asked, file), station);
  const places = await station.folder.environment(settings.environment);
  refuseOwnFolder(settings.folders, station.folder);
  refuseOverlaps(settings.folders, places.spool);
  const keys = changedKeys(station.settings, settings);
  const wasRunning = supervisor.standing().state === 'running';
  const foldersAlone = wasRunning && keys.every((key) => key === 'folders' || key === 'lock');
  if (!foldersAlone) refuseOpenDrops(supervisor);
  const { confirmations } = context;
  const samples = sampleFolder(station.folder.practice);
  const isChosen = (path: string) => path === samples || confirmations.isChosen(path);
  const redirects = redirectsToConfirm(station.settings, settings, isChosen);
  if (redirects.length > 0) {
    await confirmations.confirm(redirects, actor);
    // What was confirmed is the change of these settings; meanwhile they may have become others.
    if (!isDeepStrictEqual(context.station().settings, station.settings)) throw changedElsewhere();
    refuseChangedElsewhere(station);
    if (!foldersAlone) refuseOpenDrops(supervisor);
  }
  const putBack = await writeSettings(file, settings);
  try {
    noteSamplesRemoved(station, settings);
    if (foldersAlone) {
      await supervisor.applyFolders(settings, file);
      const { ledger } = context.engine();
      noteSettings(ledger, settings, { actor, saved: { actor, keys }, now: context.clock.now() });
      await rememberRun({ ...station, settings, settingsFile: file }, context.choice);
    } else {
      await supervisor.restart({ actor, keys });
    }
  } catch (error) {
    if (wasRunning) {
      const kept = await putBack().then(
        () => station,
        () => ({ ...station, settings, settingsFile: file }),
      );
      if (supervisor.standing().state !== 'running') await supervisor.restart();
      else if (foldersAlone) await runBy(kept, supervisor);
    }
    throw error;
  } finally {
    context.changed();
  }
}

/** The folders may be watched by the new rules already, although not all of it could be kept: by those that are kept, however. */
async function runBy({ settings, settingsFile, folder }: Station, supervisor: Supervisor): Promise<void> {
  try {
    await supervisor.applyFolders(settings, settingsFile ?? folder.settings);
  } catch {
    await supervisor.restart();
  }
}

/** What was not sent yet is known to the running engine alone: it must not be forgotten unasked. @throws PlainError `settings.drops-open` */
export function refuseOpenDrops(supervisor: Supervisor): void {
  const standing = supervisor.standing();
  if (standing.state !== 'running') return;
  const open = standing.running.engine.drops.list().filter((drop) => drop.reading || drop.files.length > 0);
  if (open.length === 0) return;
  const files = open.reduce((sum, drop) => sum + drop.files.length, 0);
  throw new PlainError(
    'settings.drops-open',
    `Clearfolder has to restart for this change, which would discard ${files === 1 ? '1 document that was' : `${files} documents that were`} added by hand and not sent yet. Nothing was changed.`,
    'Send or discard the open drafts and the documents added to answers, then save again.',
  );
}

/** @throws PlainError `settings.changed-elsewhere` where the file is not what the engine runs by */
function refuseChangedElsewhere(station: Station): void {
  const { settings, settingsFile, folder } = station;
  if (settingsFile === null && !existsSync(folder.settings)) return;
  const kept = loadedOrNull(settingsFile ?? folder.settings);
  // Where the file watches nothing, practice mode watches the sample packets.
  const samplesAlone = settings.folders.every(({ path }) => path === sampleFolder(folder.practice));
  const folders = kept?.folders.length === 0 && samplesAlone ? settings.folders : kept?.folders;
  if (kept !== null && isDeepStrictEqual({ ...kept, folders }, settings)) return;
  throw changedElsewhere();
}

function changedElsewhere(): PlainError {
  return new PlainError(
    'settings.changed-elsewhere',
    'The settings file was changed by hand or by another program since Clearfolder started. Clearfolder did not overwrite the file.',
    'Quit Clearfolder and start it again to load the file. Then make your change again.',
  );
}

function loadedOrNull(file: string): Settings | null {
  try {
    return loadSettings(file);
  } catch {
    return null;
  }
}

/** Whoever stops watching the sample packets does not want them back by themselves. */
function noteSamplesRemoved({ settings: before, folder }: Station, after: Settings): void {
  const samples = sampleFolder(folder.practice);
  const watches = ({ folders }: Settings) => folders.some(({ path }) => path === samples);
  if (after.environment === 'practice' && watches(before) && !watches(after))
    leaveSamplesOut(folder.practice);
}

/** The sample packets are for practice mode alone: they must never be sent to a real service. */
function withoutSamples(settings: Settings, { folder }: Station): Settings {
  if (settings.environment === 'practice') return settings;
  const samples = sampleFolder(folder.practice);
  return { ...settings, folders: settings.folders.filter(({ path }) => path !== samples) };
}
