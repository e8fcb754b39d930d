import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Redirect } from '../../contract/redirect.ts';
import { say } from '../../contract/say.ts';
import type { Settings } from '../../contract/settings.ts';
import { isUnsent } from '../../contract/views/drop.ts';
import { refuseOverlaps, refuseOwnFolder } from '../../core/folders/overlaps.ts';
import { rememberRun, type Station } from '../../core/installation/open-station.ts';
import { changedKeys, noteSettings } from '../../core/installation/settings-audit.ts';
import { PlainError } from '../../core/plain-error.ts';
import { loadSettings, settingsToWrite, writeSettings } from '../../core/settings/settings-file.ts';
import { redirectsToConfirm } from '../../core/settings/where-documents-go.ts';
import { leaveSamplesOut, sampleFolder } from '../headless/practice-mode.ts';
import type { AppContext, WantedSettings } from './context.ts';
import type { Supervisor } from './supervisor.ts';

/**
 * Implements `AppContext.saveSettings`. If a running engine fails to apply the new settings, the function restores the previous settings
 * file. If the restore fails, the new file stays, and the engine gets the new settings again, so that file and engine agree.
 */
export async function saveSettings(
  wanted: WantedSettings,
  { actor, confirmed }: { readonly actor: string; readonly confirmed: readonly Redirect[] },
  context: AppContext,
  supervisor: Supervisor,
): Promise<void> {
  const station = context.station();
  refuseChangedElsewhere(station);
  const file = station.settingsFile ?? station.folder.settings;
  const asked = typeof wanted === 'function' ? wanted(station.settings) : wanted;
  const settings = withoutSamples(settingsToWrite(asked, file), station);
  const places = await station.folder.environment(settings.environment);
  await refuseOwnFolder(settings.folders, station.folder, context.clock);
  await refuseOverlaps(settings.folders, places.spool, context.clock);
  const keys = changedKeys(station.settings, settings);
  const wasRunning = supervisor.running() !== null;
  const foldersAlone = wasRunning && keys.every((key) => key === 'folders' || key === 'lock');
  if (!foldersAlone) refuseOpenDrops(supervisor);
  const redirects = redirectsOf(station, settings, context).filter(
    (one) => !confirmed.some((known) => isDeepStrictEqual(known, one)),
  );
  if (redirects.length > 0) {
    await context.confirmations.confirm(redirects, actor);
    // The settings may have changed while the person decided. The confirmation is valid only for a change of the old settings.
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
      const saved = await putBack().then(
        () => station,
        () => ({ ...station, settings, settingsFile: file }),
      );
      if (supervisor.running() === null) await supervisor.restart();
      else if (foldersAlone) await applySaved(saved, supervisor);
    }
    throw error;
  } finally {
    context.changed();
  }
}

/**
 * Returns the changes between the settings of `station` and the new `settings` that redirect documents. A person must confirm these changes
 * (I9).
 */
export function redirectsOf(
  station: Station,
  settings: Settings,
  { confirmations }: Pick<AppContext, 'confirmations'>,
): Redirect[] {
  const samples = sampleFolder(station.folder.practice);
  const isChosen = (path: string) => path === samples || confirmations.isChosen(path);
  return redirectsToConfirm(station.settings, settings, isChosen);
}

// After a failed save, the engine may watch other folders than the settings file names. Gives the engine the folders of the file.
async function applySaved(
  { settings, settingsFile, folder }: Station,
  supervisor: Supervisor,
): Promise<void> {
  try {
    await supervisor.applyFolders(settings, settingsFile ?? folder.settings);
  } catch {
    await supervisor.restart();
  }
}

/** Checks that no unsent drop has files, because a restart of the engine discards all drops. @throws PlainError `settings.drops-open` */
export function refuseOpenDrops(supervisor: Supervisor): void {
  const drops = supervisor.running()?.engine.drops.list() ?? [];
  const open = drops.filter(isUnsent);
  if (open.length === 0) return;
  const files = open.reduce((sum, drop) => sum + drop.files.length, 0);
  throw new PlainError(
    'settings.drops-open',
    say('app.restartChange', { files }),
    say('app.sendDiscardOpenDrafts'),
  );
}

// Checks that the settings file still has the settings in use. @throws PlainError `settings.changed-elsewhere`
function refuseChangedElsewhere(station: Station): void {
  const { settings, settingsFile, folder } = station;
  if (settingsFile === null && !existsSync(folder.settings)) return;
  const kept = loadedOrNull(settingsFile ?? folder.settings);
  // Practice mode may have added the folder of sample packets to the settings in use. This difference is not a change of the file.
  const samplesAlone = settings.folders.every(({ path }) => path === sampleFolder(folder.practice));
  const folders = kept?.folders.length === 0 && samplesAlone ? settings.folders : kept?.folders;
  if (kept !== null && isDeepStrictEqual({ ...kept, folders }, settings)) return;
  throw changedElsewhere();
}

function changedElsewhere(): PlainError {
  return new PlainError(
    'settings.changed-elsewhere',
    say('app.somebodyAnotherProgramChanged'),
    say('app.quitStartAgainLoad'),
  );
}

function loadedOrNull(file: string): Settings | null {
  try {
    return loadSettings(file);
  } catch {
    return null;
  }
}

// If a person removed the folder of sample packets, records the removal, so that the next start does not add the folder again.
function noteSamplesRemoved({ settings: before, folder }: Station, after: Settings): void {
  const samples = sampleFolder(folder.practice);
  const watches = ({ folders }: Settings) => folders.some(({ path }) => path === samples);
  if (after.environment === 'practice' && watches(before) && !watches(after))
    leaveSamplesOut(folder.practice);
}

/**
 * Removes the folder rule for sample packets from the settings of a real environment, because sample packets must never go to a real
 * service. Returns the settings of practice mode unchanged.
 */
export function withoutSamples(settings: Settings, { folder }: Station): Settings {
  if (settings.environment === 'practice') return settings;
  const samples = sampleFolder(folder.practice);
  return { ...settings, folders: settings.folders.filter(({ path }) => path !== samples) };
}
