import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '../../contract/settings.ts';
import { refuseOverlaps, refuseOwnFolder } from '../../core/intake/overlaps.ts';
import { appendAudit } from '../../core/log/audit.ts';
import { settingsToKeep, writeSettings } from '../../core/settings/keep-settings.ts';
import { rememberRun, type Station } from '../../core/station/open-station.ts';
import type { AppContext } from './context.ts';
import type { Supervisor } from './supervisor.ts';

/**
 * Keeps settings in their file and applies them; see `AppContext.saveSettings`. Where an engine runs and cannot run by the
 * new ones, the old ones are put back.
 */
export async function keepSettings(
  wanted: Settings,
  { context, supervisor, actor }: { context: AppContext; supervisor: Supervisor; actor: string },
): Promise<void> {
  const station = context.station();
  const file = station.settingsFile ?? station.folder.settings;
  const settings = withoutSamples(settingsToKeep(wanted, file), station);
  const places = await station.folder.environment(settings.environment);
  refuseOwnFolder(settings.folders, station.folder);
  refuseOverlaps(settings.folders, places.spool);
  const keys = changedKeys(station.settings, settings);
  const wasRunning = supervisor.standing().state === 'running';
  const putBack = await writeSettings(file, settings);
  try {
    if (wasRunning && keys.every((key) => key === 'folders')) {
      await supervisor.applyFolders(settings, file);
      await rememberRun({ ...station, settings, settingsFile: file }, context.choice);
    } else {
      await supervisor.restart();
    }
  } catch (error) {
    if (wasRunning) {
      await putBack();
      if (supervisor.standing().state !== 'running') await supervisor.restart();
    }
    throw error;
  } finally {
    context.changed();
  }
  if (keys.length === 0) return;
  const { ledger } = context.engine();
  appendAudit(ledger, {
    at: context.clock.now(),
    actor,
    action: 'settings.changed',
    subject: null,
    detail: { keys },
  });
}

/** The sample packets are for practice mode alone: they must never be sent to a real service. */
function withoutSamples(settings: Settings, { folder }: Station): Settings {
  if (settings.environment === 'practice') return settings;
  const samples = join(folder.practice, 'folder');
  return { ...settings, folders: settings.folders.filter(({ path }) => path !== samples) };
}

function changedKeys(before: Settings, after: Settings): string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([key, value]) =>
    isDeepStrictEqual(old.get(key), value) ? [] : [key],
  );
}
