import type { FolderRule, Settings } from '../../contract/settings.ts';
import { systemClock, systemRandom } from '../../core/clock.ts';
import { lockPath } from '../../core/data-folder/engine-lock.ts';
import { watchOwnFiles } from '../../core/data-folder/own-files.ts';
import { readPreferences } from '../../core/data-folder/preferences.ts';
import { lockDataFolder } from '../../core/door/ask-door.ts';
import { openDoor } from '../../core/door/open-door.ts';
import { endAll } from '../../core/end-all.ts';
import { createEngine, type Engine } from '../../core/engine.ts';
import { refuseOwnFolder } from '../../core/folders/overlaps.ts';
import { actor } from '../../core/installation/actor.ts';
import { refuseOverrideElsewhere } from '../../core/installation/api-secret.ts';
import { connect, networkOf, serviceAddress } from '../../core/installation/connect.ts';
import {
  bindToService,
  openStation,
  openStationLedger,
  rememberRun,
  type Station,
  type StationChoice,
} from '../../core/installation/open-station.ts';
import { recordOwner } from '../../core/installation/organisation-guard.ts';
import { createRuleOrigins } from '../../core/installation/rule-origins.ts';
import { noteSettings, type SavedSettings } from '../../core/installation/settings-audit.ts';
import { coordinateBy } from '../../core/installation/stations-database.ts';
import { copyInThread } from '../../core/ledger/backup/copy-in-thread.ts';
import { keepJournal } from '../../core/ledger/db/keep-journal.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { describeError } from '../../core/log/describe-error.ts';
import type { Log } from '../../core/log/events.ts';
import { createFileLog } from '../../core/log/file-log.ts';
import { readCopiesPassphrase } from '../../core/secrets/copies-passphrase.ts';
import { storeStamps } from '../../core/secrets/stamps-store.ts';
import { originOf } from '../../core/service/http/base-url.ts';
import type { ServiceClient } from '../../core/service/service-client.ts';
import { currentLanguage } from '../language.ts';
import { VERSION } from '../version.ts';
import { engineAnswers } from './answer-door.ts';
import { practiceFolder, samplesLeftOut, startEmbeddedService } from './practice-mode.ts';
import { endForLoss } from './process.ts';

export interface RunningEngine {
  readonly engine: Engine;
  readonly ledger: Ledger;
  readonly log: Log;
  /** The station with the settings in use, which may contain the folder of sample packets although the file names no folder. */
  readonly station: Station;
  readonly client: ServiceClient;
  /** The base_url of the service or, in practice mode, of the embedded service. */
  readonly serviceUrl: string;
  /** Waits for running requests, stops the engine, and releases the data folder. */
  stop(): Promise<void>;
}

/**
 * Starts the engine and, in practice mode, the embedded service. If `samples` is true and the settings name no folder, practice mode
 * watches a folder of sample packets. If `watch` is false, the engine watches no folder. `saved`: the change that caused this start.
 * @throws PlainError if the engine cannot start; in that case nothing runs and the data folder is free
 */
export async function runEngine(
  choice: StationChoice,
  {
    samples,
    watch = true,
    saved = null,
  }: { samples: boolean; watch?: boolean; saved?: SavedSettings | null },
): Promise<RunningEngine> {
  const station = await openStation(choice);
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = () => endAll(closers.reverse());
  try {
    await refuseOwnFolder(station.settings.folders, station.folder, systemClock);
    const lock = await lockDataFolder(station.folder.path, systemClock);
    closers.push(() => lock.release());
    const fileLog = createFileLog({ dir: station.folder.logs, clock: systemClock });
    closers.push(() => fileLog.close());
    // A station without a door still sends its documents, so the start goes on.
    const door = await openDoor({ dataFolder: station.folder.path, version: VERSION }).catch(
      (error: unknown) => {
        fileLog.log('engine.fault', { where: 'door', error: describeError(error) });
        return null;
      },
    );
    closers.push(() => door?.close());
    const { ledger, key, forceBacklogAsk } = await openStationLedger(station, 'engine');
    closers.push(() => ledger.close());
    const journal = keepJournal(ledger);
    const own = watchOwnFiles({
      dir: station.folder.path,
      files: [lockPath(station.folder.path), station.paths.ledger, ...journal.paths],
      clock: systemClock,
      onLost: (error) => {
        fileLog.log('engine.stopped', { reason: error.code });
        journal.save();
        endForLoss(error);
      },
    });
    own.start();
    closers.push(() => own.stop());
    const inPractice = station.settings.environment === 'practice';
    const practice = inPractice ? await startEmbeddedService(station) : null;
    if (practice !== null) closers.push(() => practice.close());
    const serviceUrl = practice?.baseUrl ?? serviceAddress(station);
    // The origin of the embedded service is known only after the service has started.
    const credentials = station.credentials.boundTo(originOf(serviceUrl));
    const client = connect(station, {
      clock: systemClock,
      random: systemRandom,
      log: fileLog.log,
      owner: practice === null ? recordOwner(ledger, systemClock) : null,
      baseUrl: serviceUrl,
    });
    if (practice === null) {
      bindToService(ledger, serviceUrl, station.settings.environment);
      await refuseOverrideElsewhere(station);
    }
    const folders = await foldersInForce(station, station.settings, samples);
    const settings = { ...station.settings, folders: watch ? folders : [] };
    const coordinate = await coordinateBy(station, networkOf(station), VERSION);
    const engine = await createEngine({
      settings,
      station,
      ledger,
      ledgerKey: key,
      spoolDir: station.paths.spool,
      documentsDir: station.paths.documents,
      backupsDir: station.paths.backups,
      copy: copyInThread,
      storeStamps: (stamps) => storeStamps(station.secrets, station.settings.environment, stamps),
      copiesPassphrase: () => readCopiesPassphrase(station.secrets, station.settings.environment),
      client,
      ...(practice === null && { readSecret: credentials.readSecret }),
      clock: systemClock,
      random: systemRandom,
      log: fileLog.log,
      version: VERSION,
      language: () => {
        const { language } = readPreferences(station.folder.path);
        return language === 'system' ? currentLanguage() : language;
      },
      forceBacklogAsk,
      asksWhenQuiet: watch,
      ...(coordinate && { coordinate }),
      holdsDataFolder: own.hold,
      isFromElsewhere: createRuleOrigins(station.folder.path, settings.environment),
    });
    await rememberRun(station, choice);
    await engine.start();
    closers.push(() => engine.stop());
    door?.answer(engineAnswers(engine));
    // Another process may have committed rows after the start had read them, while the door did not answer yet.
    engine.look(null);
    closers.push(() => door?.answer(null));
    noteSettings(ledger, station.settings, { actor: actor(), saved, now: systemClock.now() });
    return {
      engine,
      ledger,
      log: fileLog.log,
      station: { ...station, settings, credentials },
      client,
      serviceUrl,
      stop: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Returns the folder rules. Without a rule, practice mode uses the sample folder if `samples` is true and nobody removed the folder. */
export async function foldersInForce(
  station: Station,
  settings: Settings,
  samples: boolean,
): Promise<FolderRule[]> {
  const withSamples =
    settings.environment === 'practice' &&
    samples &&
    settings.folders.length === 0 &&
    !samplesLeftOut(station.folder.practice);
  return withSamples ? [await practiceFolder(station, new Date(systemClock.now()))] : settings.folders;
}
