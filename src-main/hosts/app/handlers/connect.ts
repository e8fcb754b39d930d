import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { say } from '../../../contract/say.ts';
import { isLocked, type Settings } from '../../../contract/settings.ts';
import type { connectVerbs, Tried } from '../../../contract/verbs/connect.ts';
import type { ParsedInput, VerbOutput } from '../../../contract/verbs/index.ts';
import { appendAudit, recordFirst } from '../../../core/audit/audit.ts';
import { trySignIn } from '../../../core/installation/api-secret.ts';
import { openStation, type Station } from '../../../core/installation/open-station.ts';
import { ownerFor } from '../../../core/installation/organisation-guard.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { parseApiSecret } from '../../../core/secrets/api-secret.ts';
import { createProxyLogin } from '../../../core/secrets/proxy-login.ts';
import { memoryStore, SecretStoreError } from '../../../core/secrets/secret-store.ts';
import { originOf } from '../../../core/service/http/base-url.ts';
import type { Failure } from '../../../core/service/service-failure.ts';
import { lockedKeys, readPolicy } from '../../../core/settings/policy.ts';
import { settingsToWrite } from '../../../core/settings/settings-file.ts';
import type { Tested } from '../connecting.ts';
import type { AppContext } from '../context.ts';
import { redirectsOf, withoutSamples } from '../keep-settings.ts';
import { carryOutFor, type Handlers } from './handlers.ts';
import { keepSecret } from './secret.ts';

export const connectHandlers: Handlers<keyof typeof connectVerbs> = {
  'connect.place': ({ environment }, context) => placeOf(environment, context),
  'connect.test': (input, context, { actor }) => test(input, context, actor),
  'connect.finish': async ({ id, folders }, context, caller) => {
    const { tested } = context.connecting;
    if (tested?.id !== id || !isDeepStrictEqual(tested.before, context.station().settings)) throw notTested();
    await save(tested, context, caller.actor);
    forget(context);
    await removeUnused(context);
    // A folder whose decision cannot be recorded asks again under Folders, and sends nothing meanwhile.
    await Promise.allSettled(
      folders
        .filter(({ decision }) => decision !== 'ask')
        .map(({ folder, decision }) =>
          carryOutFor(context, caller, { verb: 'decide-backlog', folder, decision }),
        ),
    );
    context.changed();
    void context.askService().catch(() => undefined);
    return null;
  },
  'connect.cancel': async (_, context) => {
    forget(context);
    await removeUnused(context);
    return null;
  },
};

function forget({ connecting }: AppContext): void {
  connecting.turn += 1;
  connecting.tested = null;
  connecting.confirmed = [];
}

// Removes the folders of the environments that a person did not connect.
async function removeUnused({ connecting, station }: AppContext): Promise<void> {
  const { folder, settings } = station();
  const names = [...connecting.environments].filter((name) => name !== settings.environment);
  connecting.environments.clear();
  await Promise.all(names.map((name) => folder.removeIfEmpty(name)));
}

// Opens the station as settings with a service would make it, which creates the folder of the environment.
function openWanted(context: AppContext, wanted: Settings): Promise<Station> {
  context.connecting.environments.add(wanted.environment);
  return openStation(context.choice, wanted);
}

// A person may choose the private file only if the keychain does not work, no other place was chosen at the start, the policy allows the
// choice, and the keychain does not hold the key of a ledger that exists.
async function placeOf(environment: string, context: AppContext): Promise<VerbOutput<'connect.place'>> {
  const { settings } = context.station();
  const { secrets, paths } = await openWanted(context, { ...settings, environment });
  const place = { kind: secrets.kind, store: secrets.describe() };
  try {
    await secrets.check();
    return { ...place, fault: null, file: null };
  } catch (error) {
    if (!(error instanceof SecretStoreError)) throw error;
    const mayChoose =
      secrets.kind === 'keychain' &&
      context.choice.secrets === null &&
      !isLocked(lockedKeys(readPolicy()), 'secretsInFile') &&
      !existsSync(paths.ledger);
    return { ...place, fault: error.said.message, file: mayChoose ? paths.secrets : null };
  }
}

async function test(
  { service, api_secret: text }: ParsedInput<'connect.test'>,
  context: AppContext,
  actor: string,
): Promise<Tried> {
  const { connecting } = context;
  connecting.tested = null;
  connecting.turn += 1;
  const { turn } = connecting;
  const typed = text === null ? null : readSecret(text);
  if (typed === null && text !== null) return { outcome: 'malformed' };
  const now = context.station();
  const wanted = wantedSettings(service, now);
  const redirects = redirectsOf(now, wanted, context);
  if (!isDeepStrictEqual(redirects, connecting.confirmed)) {
    await context.confirmations.confirm(redirects, actor);
    // The person may have canceled the connection before somebody confirmed the redirects.
    if (connecting.turn !== turn) throw notTested();
    connecting.confirmed = redirects;
  }
  const station = await openWanted(context, wanted);
  const secret = station.credentials.isOverridden ? null : typed;
  const used = secret ?? (await station.credentials.readSecret());
  const origin = originOf(service.address);
  if (used === null) return { outcome: 'elsewhere', origin };
  if (!service.in_file && !(await works(station))) return { outcome: 'no-store' };
  const kept = await station.credentials.readWait();
  const wait = connecting.wait?.origin === origin ? connecting.wait.wait : kept;
  const { proxy } = service.network;
  const proxyLogin =
    proxy === null || service.proxy_login === null ? null : { proxy, ...service.proxy_login };
  const exchanged = await trySignIn(await withLogin(station, proxyLogin), used, { ...context, wait });
  if (exchanged.wait !== null) connecting.wait = { origin, wait: exchanged.wait };
  const { token, failure } = exchanged;
  if (failure !== null || token === null) return outcomeOf(failure);
  const owner = await ownerFor(station, used);
  const { name, external_callback_enabled, external_read_enabled } = token.orgSettings;
  if (typeof owner === 'object') return { outcome: 'other-organisation', secret: name, record: owner.record };
  const id = randomUUID();
  // The person may have canceled the connection before the service responded.
  if (connecting.turn === turn)
    connecting.tested = { id, before: now.settings, station, secret, exchanged, proxyLogin };
  return {
    outcome: 'accepted',
    id,
    organisation: { name, external_callback_enabled, external_read_enabled },
  };
}

async function withLogin(station: Station, login: Tested['proxyLogin']): Promise<Station> {
  if (login === null) return station;
  const proxyLogin = createProxyLogin(memoryStore());
  await proxyLogin.set(login.proxy, login.user, login.password);
  return { ...station, proxyLogin };
}

function readSecret(text: string): string | null {
  try {
    return parseApiSecret(text);
  } catch {
    return null;
  }
}

function wantedSettings(service: ParsedInput<'connect.test'>['service'], station: Station): Settings {
  const { settings, settingsFile, folder } = station;
  const { environment, address, network, in_file: inFile } = service;
  if (environment === 'practice' || (settings.environments[environment] ?? address) !== address)
    throw new PlainError(
      'settings.environment-taken',
      say('secrets.anotherEntryListServices', {
        name: environment,
      }),
      say('common.chooseAnotherName'),
    );
  const others = settings.secretsInFile.filter((name) => name !== environment);
  const asked = {
    ...settings,
    environment,
    environments: { ...settings.environments, [environment]: address },
    secretsInFile: inFile ? [...others, environment] : settings.secretsInFile,
    network,
  };
  return withoutSamples(settingsToWrite(asked, settingsFile ?? folder.settings), station);
}

const works = ({ secrets }: Station): Promise<boolean> =>
  secrets.check().then(
    () => true,
    () => false,
  );

function outcomeOf(failure: Failure | null): Tried {
  if (failure?.kind === 'auth-refused') return { outcome: 'refused' };
  const cause = failure !== null && 'cause' in failure ? failure.cause : 'no token came';
  const code = failure?.kind === 'auth-wait' ? failure.obstacle : undefined;
  return code === undefined ? { outcome: 'no-answer', cause } : { outcome: 'network', code };
}

// Stores the secrets first and the settings afterwards, so that the restarted engine can sign in at once. If the settings cannot be saved,
// restores the former api_secret.
async function save(tested: Tested, context: AppContext, actor: string): Promise<void> {
  const { before, station, secret, exchanged, proxyLogin: login } = tested;
  const { credentials, settings, proxyLogin } = station;
  const keep = async (subject: string, store: () => Promise<void>) => {
    const entry = { actor, action: 'secret.set', subject } as const;
    const ledger = context.running()?.ledger ?? null;
    await (ledger === null ? store() : recordFirst(ledger, context.clock.now, entry, store));
    return entry;
  };
  const kept: Awaited<ReturnType<typeof keep>>[] = [];
  const isNewLogin = login !== null && (await proxyLogin.authorization(login.proxy)) === null;
  if (login !== null)
    kept.push(await keep('proxy', () => proxyLogin.set(login.proxy, login.user, login.password)));
  if (isDeepStrictEqual(settings, before)) {
    if (secret !== null) await keepSecret(context, secret, exchanged, actor);
    return;
  }
  const former = await credentials.readSecret();
  try {
    if (secret !== null)
      kept.push(await keep(settings.environment, () => credentials.setSecret(secret, exchanged)));
    await context.saveSettings(settings, actor, context.connecting.confirmed);
  } catch (error) {
    if (secret !== null)
      await (former === null ? credentials.clear() : credentials.setSecret(former)).catch(() => undefined);
    if (isNewLogin) await proxyLogin.clear().catch(() => undefined);
    throw error;
  }
  // Each environment has a ledger of its own. With these entries, the audit of the new ledger starts with the person who stored the
  // secrets.
  for (const entry of kept) appendAudit(context.engine().ledger, { at: context.clock.now(), ...entry });
}

function notTested(): PlainError {
  return new PlainError(
    'connect.not-tested',
    say('secrets.settingsChangedAfterTest'),
    say('secrets.goBackStepTest'),
  );
}
