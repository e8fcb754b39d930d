import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { say } from '../../contract/say.ts';
import type { Settings } from '../../contract/settings.ts';
import { advanceAuditMark } from '../audit/audit-mark.ts';
import { systemClock } from '../clock.ts';
import {
  type DataFolder,
  type EnvironmentPaths,
  type LastRun,
  openDataFolder,
} from '../data-folder/data-folder.ts';
import { dataPlace, surroundings } from '../data-folder/data-folder-path.ts';
import { holdWhenFree } from '../data-folder/file-lock.ts';
import { opensWith } from '../ledger/backup/copy-ledger.ts';
import { exchangeIsOpen, exchangeOpenError, finishExchange } from '../ledger/backup/replace-ledger.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { type LedgerMode, ledgerMissing, ledgerWasSetAside, openLedger } from '../ledger/db/open-ledger.ts';
import { removeMarkParts } from '../ledger/db/sidecar-file.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { readStamps } from '../ledger/tables/stamps.ts';
import { PlainError } from '../plain-error.ts';
import { chooseStore, parseSecretsChoice } from '../secrets/choose-store.ts';
import { createCredentialStore, type EnvironmentCredentials } from '../secrets/credential-store.ts';
import { ledgerKey } from '../secrets/ledger-key.ts';
import { createProxyLogin, type ProxyLogin } from '../secrets/proxy-login.ts';
import { createSecretOverride } from '../secrets/secret-override.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { originOf } from '../service/http/base-url.ts';
import { loadSettings } from '../settings/settings-file.ts';
import { keepStamps } from './station-stamps.ts';

const ADDRESS_KEY = 'service.base-url';
/** Takes the place of the service's origin in practice mode, until the embedded service has an address. No real service has this origin. */
const NO_ORIGIN = 'practice';
/** The maximum wait in milliseconds for another process that creates the ledger key, because the keychain may ask a person first. */
const KEY_WAIT_MS = 60_000;

/**
 * The choices of a person at the start: the data folder, the settings file, the secret store, and the environment variables
 * CLEARFOLDER_API_SECRET and CLEARFOLDER_API_SECRET_ORIGIN. For a null value, `openStation` uses a default.
 */
export interface StationChoice {
  readonly data: string | null;
  readonly settings: string | null;
  readonly secrets: string | null;
  readonly apiSecret: string | null;
  readonly apiSecretOrigin?: string | null;
  /** True once the program has started. Settings that were saved after the start must not choose the origin of `apiSecret` (I9). */
  readonly begun?: boolean;
}

/** Returns the choice with which a program that has already started opens the station again; see `StationChoice.begun`. */
export function onceBegun(choice: StationChoice): StationChoice {
  return { ...choice, begun: true };
}

/** A station is one installation, with its data folder, settings, secrets and paths. The ledger of a `Station` is not open. */
export interface Station {
  readonly folder: DataFolder;
  readonly id: string;
  readonly name: string;
  readonly settings: Settings;
  readonly settingsFile: string | null;
  readonly paths: EnvironmentPaths;
  readonly secrets: SecretStore;
  /**
   * The credentials for the origin of the service's address in the settings. Practice mode has no such address; until the embedded service
   * runs, these credentials belong to `NO_ORIGIN`.
   */
  readonly credentials: EnvironmentCredentials;
  readonly proxyLogin: ProxyLogin;
}

/**
 * Finds the data folder, settings and secrets of a station. Rejects with a `PlainError`. Without a chosen settings file or secret store,
 * uses those of the last engine on this data folder, so that a verb reads the ledger of that engine. `wanted`: settings that are not saved
 * yet and take the place of the settings in the file. `access`: `read` writes nothing into a data folder that a station used before.
 */
export async function openStation(
  choice: StationChoice,
  wanted?: Settings,
  access: 'read' | 'write' = 'write',
): Promise<Station> {
  const folder = await openDataFolder({
    path: dataPlace(choice.data, surroundings()),
    randomId: randomUUID,
    stationName: hostname() || 'station',
    readsOnly: access === 'read',
  });
  const last = await folder.readLastRun();
  const settingsFile = findSettings(choice, folder, last);
  const settings = wanted ?? loadSettings(settingsFile);
  const { environment } = settings;
  const paths = await folder.environment(environment);
  const secretsText = secretsTextOf(choice, environment, last);
  const inFile = settings.secretsInFile.includes(environment)
    ? ({ kind: 'file', path: paths.secrets } as const)
    : null;
  const secrets = chooseStore({
    choice: secretsText === null ? inFile : parseSecretsChoice(secretsText),
    environment,
    dataFolder: folder,
    clock: systemClock,
  });
  const address = settings.environments[environment];
  const credentials = createCredentialStore({
    store: secrets,
    environment,
    origin: address === undefined ? NO_ORIGIN : originOf(address),
    override: environment === 'practice' ? null : overrideOf(choice, folder),
  });
  return {
    folder,
    id: folder.station.id,
    name: settings.station ?? folder.station.name,
    settings,
    settingsFile,
    paths,
    secrets,
    proxyLogin: createProxyLogin(secrets),
    credentials,
  };
}

function overrideOf(choice: StationChoice, folder: DataFolder) {
  const { apiSecret: text, apiSecretOrigin: named = null, begun = false } = choice;
  return createSecretOverride({ text, named, mayLearn: !begun }, folder);
}

/** Stores the environment, the settings file and the secret store of this engine for later starts and verbs that name none. */
export async function rememberRun(
  { folder, settings, settingsFile }: Station,
  choice: StationChoice,
): Promise<void> {
  const { environment } = settings;
  const text = secretsTextOf(choice, environment, await folder.readLastRun());
  const chosen = text === null ? null : parseSecretsChoice(text);
  // `parseSecretsChoice` makes the path absolute, because a later verb may run in another folder.
  const secrets = chosen?.kind === 'file' ? `file:${chosen.path}` : (chosen?.kind ?? null);
  await folder.writeLastRun({ environment, settingsFile, secrets });
}

// Returns the secret store that a person chose for the environment, at this start or at an earlier start; null without a choice.
function secretsTextOf(choice: StationChoice, environment: string, last: LastRun | null): string | null {
  return choice.secrets ?? (last?.environment === environment ? last.secrets : null);
}

/**
 * Opens the ledger. `engine`: the caller has the lock of the data folder. `beside`: an engine may run, so no damaged ledger is set aside.
 * `reader`: creates no ledger, and the caller may change only the audit record. @throws PlainError as `openLedger` and `ledgerKey` do
 */
export async function openStationLedger(
  station: Station,
  mode: LedgerMode,
): Promise<{ ledger: Ledger; key: string; forceBacklogAsk: boolean }> {
  const { paths } = station;
  if (mode === 'engine') {
    finishExchange(paths.ledger);
    removeMarkParts(paths.dir);
  } else if (exchangeIsOpen(paths.ledger)) throw exchangeOpenError();
  // Without a ledger, `stationLedgerKey` would create a key. A reader must create nothing.
  if (mode === 'reader' && !existsSync(paths.ledger)) throw ledgerMissing();
  const found = await openedWithKey(station, mode);
  if (mode === 'engine' || (mode === 'beside' && readStamps(found.ledger).length === 0)) {
    try {
      await keepStamps(
        found.ledger,
        { id: station.id, environment: station.settings.environment },
        station.secrets,
      );
    } catch (error) {
      found.ledger.close();
      throw error;
    }
  }
  return found;
}

async function openedWithKey(station: Station, mode: LedgerMode): Promise<ReturnType<typeof opened>> {
  const key = await stationLedgerKey(station);
  try {
    return opened(station, key, mode);
  } catch (error) {
    // Another process may have changed the key or the cipher since this process read the key.
    if (mode === 'engine' || !(error instanceof PlainError) || error.code !== 'ledger.unreadable')
      throw error;
    return opened(station, await stationLedgerKey(station), mode);
  }
}

/** Returns the key of the station's ledger. @throws SecretStoreError as `ledgerKey` does */
export function stationLedgerKey({ paths, secrets, settings }: Station): Promise<string> {
  return ledgerKey(secrets, settings.environment, {
    ledgerExists: () => existsSync(paths.ledger),
    randomBytes,
    alone: (work) => whileAlone(join(paths.dir, 'ledger-key.lock'), work),
    opens: (key) => opensWith(paths.ledger, key),
  });
}

/** Runs `work` under the lock. @throws PlainError `ledger.beginning` if another process has the lock longer than `KEY_WAIT_MS` */
async function whileAlone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const hold = await holdWhenFree(lock, KEY_WAIT_MS, systemClock);
  if (hold === null) {
    throw new PlainError(
      'ledger.beginning',
      say('ledger.anotherCreatingKeyRecord'),
      say('ledger.checkWhetherComputerAsks'),
    );
  }
  try {
    return await work();
  } finally {
    hold.release();
  }
}

function opened({ paths }: Station, key: string, mode: LedgerMode) {
  const ledger = openLedger({ path: paths.ledger, key, now: systemClock.now, mode });
  return {
    ledger: marking(ledger),
    key,
    forceBacklogAsk: ledgerWasSetAside(readdirSync(dirname(paths.ledger))),
  };
}

// Returns a ledger whose `close` also writes the newest audit entry into the audit mark (the file `audit.mark`). A running engine would
// write the mark, but perhaps no engine is running.
function marking(ledger: Ledger): Ledger {
  return {
    ...ledger,
    close: () => {
      try {
        if (ledger.db.open) advanceAuditMark(ledger);
      } catch {
        // A failure does no harm: an audit mark that names an older entry is no sign of tampering.
      }
      ledger.close();
    },
  };
}

/**
 * Stores the address of the service at the first call, and refuses another address later: another service does not have the Tasks
 * of the ledger, and would not get the documents that count as sent. @throws PlainError `ledger.other-service`
 */
export function bindToService(ledger: Ledger, baseUrl: string, environment: string): void {
  const known = readState(ledger, ADDRESS_KEY, z.string());
  if (known === null) writeState(ledger, ADDRESS_KEY, baseUrl);
  else if (known !== baseUrl) {
    throw new PlainError(
      'ledger.other-service',
      say('ledger.environmentSentDocumentsFar', { environment, known, baseUrl }),
      say('ledger.restoreOldAddress'),
    );
  }
}

function findSettings(choice: StationChoice, folder: DataFolder, last: LastRun | null): string | null {
  if (choice.settings !== null) return resolve(choice.settings);
  if (last?.settingsFile != null && existsSync(last.settingsFile)) return last.settingsFile;
  return existsSync(folder.settings) ? folder.settings : null;
}
