import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describeForCommandLine, type Problem } from '../../../contract/problem.ts';
import { inWords, type Said, say, verbatim } from '../../../contract/say.ts';
import { recordFirst } from '../../../core/audit/audit.ts';
import { systemClock, systemRandom } from '../../../core/clock.ts';
import { actor } from '../../../core/installation/actor.ts';
import {
  noteSecretChange,
  refuseElsewhere,
  trySecret,
  withServiceWords,
} from '../../../core/installation/api-secret.ts';
import { connect, serviceAddress } from '../../../core/installation/connect.ts';
import { openStation, type Station, type StationChoice } from '../../../core/installation/open-station.ts';
import {
  noteOrganisation,
  organisationProblem,
  refuseOther,
  sameOrganisation,
} from '../../../core/installation/organisation-guard.ts';
import { silentLog } from '../../../core/log/events.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { parseApiSecret } from '../../../core/secrets/api-secret.ts';
import { trialCredentials } from '../../../core/secrets/credential-store.ts';
import { stationsLogin } from '../../../core/secrets/stations-login.ts';
import { originOf } from '../../../core/service/http/base-url.ts';
import type { OrgSettings } from '../../../core/service/schemas.ts';
import { ServiceError } from '../../../core/service/service-failure.ts';
import { tellEngine } from '../../headless/engine-beside.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { t } from '../../language.ts';
import { readPassphrase } from '../passphrase.ts';
import { problemLines, type StationContext, show, UsageError, type VerbContext } from '../terminal.ts';

// The keys by which a person at a terminal ends the input.
const END_OF_INPUT = process.platform === 'win32' ? say('terminal.ctrlZEnter') : verbatim('Ctrl+D');

/**
 * `secret set`: saves the api_secret, unless the service refuses the api_secret. The verb reads the api_secret from standard input, because
 * other users of the computer can see command-line arguments.
 */
export async function setSecret({
  terminal,
  choice,
  stdin,
}: StationContext & { readonly stdin: Readable & { readonly isTTY?: boolean } }): Promise<void> {
  if (stdin.isTTY) terminal.err(t('terminal.pasteApiSecretPress', { endOfInput: END_OF_INPUT }));
  const secret = await text(stdin);
  if (secret.trim() === '') {
    throw new UsageError(say('terminal.noApiSecretCame'));
  }
  const { problem: found, accepted } = await changeSecret(choice, 'secret.set', secret);
  const problem = found && describeForCommandLine(found);
  show(terminal, { set: true, accepted, problem }, () => [
    accepted === false ? t('terminal.apiSecretSet') : t('terminal.apiSecretIsSet'),
    ...(problem === null
      ? [t('terminal.runningContinuesAutomatically')]
      : [t('terminal.sendsNothingYet'), ...problemLines(problem)]),
  ]);
}

/** `secret same-organization`: records that a person confirmed that the api_secret and the ledger belong to the same organization. */
export async function confirmOrganisation({ terminal, choice }: StationContext): Promise<void> {
  const { name } = await withLedger(choice, 'beside', async (ledger, { folder }) => {
    const same = sameOrganisation(ledger, { actor: actor(), now: systemClock.now() });
    noteSecretChange(ledger);
    await tellEngine(folder.path);
    return same;
  });
  show(terminal, { same: true, organisation: name }, () => [
    t('terminal.recordWhatSentNow', {
      name: name ?? t('terminal.organizationApiSecret'),
    }),
    t('terminal.runningContinuesAutomaticallyFirstAsksService'),
  ]);
}

export async function clearSecret({ terminal, choice }: StationContext): Promise<void> {
  await changeSecret(choice, 'secret.cleared', null);
  show(terminal, { set: false }, () => [t('terminal.apiSecretDeleted')]);
}

/**
 * `secret check`: checks that the secret store works and that the service accepts the stored api_secret. If the service refused the
 * api_secret before and accepts the api_secret now, a running engine continues.
 */
export async function checkSecret({ terminal, choice }: StationContext): Promise<void> {
  const station = await openStation(choice);
  await station.secrets.check();
  if (station.settings.environment === 'practice') {
    show(terminal, { store: inWords(station.secrets.describe(), 'en'), practice: true }, () => [
      t('terminal.secretsSaved', { store: station.secrets.describe() }),
      t('terminal.practiceModeUsesApi'),
    ]);
    return;
  }
  const organisation = await exchangeOnce(station);
  await refuseOther(station, organisation.name);
  const wasRefused = (await station.credentials.readRefused()) !== null;
  if (wasRefused)
    await withLedger(choice, 'beside', async (ledger) => {
      await station.credentials.writeRefused(null);
      noteSecretChange(ledger);
      await tellEngine(station.folder.path);
    });
  show(terminal, { store: inWords(station.secrets.describe(), 'en'), organisation }, () => [
    t('terminal.secretsSaved', { store: station.secrets.describe() }),
    t('terminal.serviceAcceptsApiSecret', {
      name: organisation.name ?? t('terminal.notNamedService'),
    }),
    t('terminal.callbacksExternalCallbackEnabled', {
      state: switchText(organisation.external_callback_enabled),
    }),
    t('terminal.externalReadEnabled', { state: switchText(organisation.external_read_enabled) }),
    ...(wasRefused ? [t('terminal.runningContinuesAutomatically')] : []),
  ]);
}

const switchText = (on: boolean | null): string =>
  on === null ? t('detail.notKnown') : on ? t('terminal.on') : t('terminal.off');

// Exchanges the api_secret for a token, and does not store the token. A stored token would prove nothing, because a token stays valid up to
// a year longer than its api_secret. A stored refusal would stop a running engine whose token the service still accepts
// (docs/service.md 5.3, 5.4).
async function exchangeOnce(station: Station): Promise<OrgSettings> {
  const { credentials } = station;
  await refuseElsewhere(station);
  const trial = trialCredentials(station.settings.environment, originOf(serviceAddress(station)));
  const secret = await credentials.readSecret();
  if (secret !== null) await trial.setSecret(secret);
  // A delay that the service demanded applies to every token exchange (docs/service.md 5.4), also to this trial.
  const before = await credentials.readWait();
  await trial.writeWait(before);
  const client = connect(
    { ...station, credentials: trial },
    { clock: systemClock, random: systemRandom, log: silentLog, owner: null },
  );
  try {
    return await client.signIn();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.failure.kind !== 'auth-refused') throw error;
    // The usual text of `auth.refused` says that sending has stopped. This check does not prove that.
    throw new PlainError(
      'auth.refused',
      withServiceWords(say('terminal.serviceRejectsApiSecret'), error.failure.detail),
      say('terminal.getNewApiSecret'),
    );
  } finally {
    await client.close();
    const after = await trial.readWait();
    if (after !== null && after.until !== before?.until) await credentials.writeWait(after);
  }
}

/** `secret proxy [USER]`: saves the login for the proxy; without USER, deletes the login. @throws UsageError without a proxy */
export async function setProxyLogin(
  { terminal, choice, stdin }: VerbContext,
  user: string | undefined,
): Promise<void> {
  const { settings } = await openStation(choice);
  const { proxy } = settings.network;
  if (proxy === null) throw new UsageError(say('terminal.settingsNameNoProxy'));
  if (user?.includes(':')) throw new UsageError(say('terminal.userNameProxyNot'));
  const what = say('terminal.passwordProxy');
  const password = user === undefined ? null : await readPassphrase(terminal, stdin, { what, twice: false });
  const action = user === undefined ? 'secret.cleared' : 'secret.set';
  await withLedger(choice, 'beside', async (ledger, { folder, proxyLogin }) => {
    const entry = { actor: actor(), action, subject: 'proxy', detail: { proxy } } as const;
    await recordFirst(ledger, systemClock.now, entry, async () => {
      if (user === undefined || password === null) await proxyLogin.clear();
      else await proxyLogin.set(proxy, user, password);
    });
    noteSecretChange(ledger);
    await tellEngine(folder.path);
  });
  show(terminal, { set: user !== undefined, proxy }, () => [
    user === undefined ? t('terminal.passwordProxyDeleted') : t('terminal.passwordSaved', { proxy }),
  ]);
}

/** `secret postgres`: saves the password of the stations' database. @throws UsageError if the settings name no such database */
export function setPostgresPassword(context: VerbContext): Promise<void> {
  return keepForStations(context, say('terminal.passwordDatabase'), (login, address, password) =>
    login.setPassword(address, password),
  );
}

/**
 * `secret stations`: saves the passphrase that all stations of a database share. @throws UsageError if the settings name no such database,
 * or if the passphrase is too short
 */
export function setStationsPassphrase(context: VerbContext): Promise<void> {
  return keepForStations(context, say('terminal.passphraseStations'), (login, _, passphrase) => {
    if (passphrase.length < LEAST_PASSPHRASE)
      throw new UsageError(
        say('terminal.passphraseLeastCharacters', {
          least: LEAST_PASSPHRASE,
        }),
      );
    return login.setPassphrase(passphrase);
  });
}

const LEAST_PASSPHRASE = 20;

async function keepForStations(
  { terminal, choice, stdin }: VerbContext,
  what: Said,
  keep: (login: ReturnType<typeof stationsLogin>, address: string, secret: string) => Promise<void>,
): Promise<void> {
  const { postgres } = (await openStation(choice)).settings.stations;
  if (postgres === null) throw new UsageError(say('terminal.settingsNameNoDatabase'));
  const given = await readPassphrase(terminal, stdin, { what, twice: false });
  await withLedger(choice, 'beside', async (ledger, { secrets }) => {
    const detail = { database: postgres, what: inWords(what, 'en') };
    const entry = { actor: actor(), action: 'secret.set', subject: 'stations', detail } as const;
    await recordFirst(ledger, systemClock.now, entry, () => keep(stationsLogin(secrets), postgres, given));
  });
  show(terminal, { set: true, database: postgres }, () => [
    t('terminal.savedRunningContinuesAutomatically', { what }),
  ]);
}

/**
 * Saves or deletes the api_secret (`input` is null to delete). `problem` is the reason why Clearfolder still sends nothing; null if there
 * is none. `accepted` tells whether the service accepted the api_secret; null if the service was not asked.
 */
async function changeSecret(
  choice: StationChoice,
  action: 'secret.set' | 'secret.cleared',
  input: string | null,
): Promise<{ problem: Problem | null; accepted: boolean | null }> {
  if (choice.apiSecret !== null) {
    throw new UsageError(say('terminal.environmentVariableApiSecret'));
  }
  const secret = input === null ? null : parseApiSecret(input);
  return withLedger(choice, 'beside', async (ledger, station) => {
    const exchanged =
      secret === null || station.settings.environment === 'practice'
        ? null
        : await trySecret(station, secret, { clock: systemClock, random: systemRandom });
    const entry = { actor: actor(), action, subject: station.settings.environment };
    await recordFirst(ledger, systemClock.now, entry, async () => {
      // This note makes a running engine read the api_secret again, even if this process is killed during the change.
      noteSecretChange(ledger);
      await tellEngine(station.folder.path);
      if (secret === null) await station.credentials.clear();
      else await station.credentials.setSecret(secret, exchanged ?? undefined);
    });
    noteOrganisation(ledger, secret, exchanged?.token?.orgSettings.name ?? null);
    noteSecretChange(ledger);
    await tellEngine(station.folder.path);
    return { problem: organisationProblem(ledger), accepted: exchanged && exchanged.token !== null };
  });
}
