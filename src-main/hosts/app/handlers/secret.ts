import { createHash } from 'node:crypto';
import { say } from '../../../contract/say.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { AuditAction } from '../../../contract/views/audit.ts';
import type { Organisation, SecretView } from '../../../contract/views/settings-view.ts';
import { recordFirst } from '../../../core/audit/audit.ts';
import { trySecret } from '../../../core/installation/api-secret.ts';
import type { Station } from '../../../core/installation/open-station.ts';
import { noteOrganisation, sameOrganisation } from '../../../core/installation/organisation-guard.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { readOwner, readStopped } from '../../../core/ledger/tables/ledger-owner.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { parseApiSecret } from '../../../core/secrets/api-secret.ts';
import { createCredentialStore, type Exchanged } from '../../../core/secrets/credential-store.ts';
import { originOf } from '../../../core/service/http/base-url.ts';
import type { OrgSettings } from '../../../core/service/schemas.ts';
import type { AppContext } from '../context.ts';

/** Returns what the settings screen shows about the api_secret, without the api_secret itself (I9). */
export async function secretView(
  station: Station,
  choice: AppContext['choice'],
  ledger: Ledger | null,
): Promise<SecretView> {
  const { credentials, settings, secrets } = station;
  const secret = await credentials.readSecret();
  const practice = settings.environment === 'practice';
  const elsewhere = practice ? null : await credentials.elsewhere();
  const token = await credentials.readToken();
  const fingerprint = secret === null ? null : createHash('sha256').update(secret).digest('hex');
  const accepted = token !== null && token.secretFingerprint === fingerprint;
  const refused = fingerprint !== null && (await credentials.readRefused()) === fingerprint;
  return {
    state: stateOf(),
    store: secrets.describe(),
    overridden: Boolean(choice.apiSecret?.trim()),
    elsewhere: elsewhere === null ? null : { origin: elsewhere.origin },
    organisation: accepted ? organisationOf(token.orgSettings) : null,
    other: ledger === null ? null : otherOf(ledger),
  };

  function stateOf(): SecretView['state'] {
    if (practice) return 'practice';
    if (secret === null) return 'not-set';
    if (refused) return 'refused';
    return accepted ? 'accepted' : 'set';
  }
}

/** Signs in with a new api_secret, and stores the api_secret unless the service refuses the sign-in. */
export async function setSecret(context: AppContext, text: string, actor: string): Promise<void> {
  const secret = parseApiSecret(text);
  // If the service is unreachable or demands a pause, the api_secret is stored untested, and the engine signs in later.
  await keepSecret(context, secret, await trySecret(changeable(context), secret, context), actor);
}

/** Stores `secret` as the api_secret of the active environment, together with `exchanged`, the result of the sign-in with `secret`. */
export async function keepSecret(
  context: AppContext,
  secret: string,
  exchanged: Exchanged,
  actor: string,
): Promise<void> {
  const station = changeable(context);
  await changeSecret(context, 'secret.set', actor, async () => {
    await station.credentials.setSecret(secret, exchanged);
    noteOrganisation(context.engine().ledger, secret, exchanged.token?.orgSettings.name ?? null);
  });
}

export async function clearSecret(context: AppContext, actor: string): Promise<void> {
  const { credentials } = changeable(context);
  await changeSecret(context, 'secret.cleared', actor, async () => {
    await credentials.clear();
    noteOrganisation(context.engine().ledger, null, null);
  });
}

/** Records a person's confirmation that organization `id` owns this ledger. The outbox, which had stopped, then continues. */
export async function confirmOrganisation(context: AppContext, id: string, actor: string): Promise<void> {
  const other = otherOf(context.engine().ledger);
  if (other?.id === id) {
    const change = { what: 'organisation', subject: null, old: other.record, new: other.secret } as const;
    await context.confirmations.confirm([change], actor);
  }
  sameOrganisation(context.engine().ledger, { actor, now: context.clock.now(), expected: id });
  await applySecret(context);
}

/** Moves the api_secret of another organization from this environment into a new environment `name` with the same address. */
export async function moveSecret(context: AppContext, name: string, actor: string): Promise<void> {
  const { credentials, settings, secrets } = changeable(context);
  const address = settings.environments[settings.environment];
  const secret = await credentials.readSecret();
  if (secret === null || address === undefined || readStopped(context.engine().ledger) === null)
    throw new PlainError(
      'organisation.not-stopped',
      say('secrets.currentApiSecretNo'),
      say('secrets.checkApiSecretSettings'),
    );
  if (name === 'practice' || settings.environments[name] !== undefined) {
    throw new PlainError(
      'settings.environment-taken',
      say('secrets.anotherEntryListServices', { name }),
      say('common.chooseAnotherName'),
    );
  }
  const exchanged = { token: await credentials.readToken(), wait: null };
  const add = (inForce: Settings) => ({
    ...inForce,
    environments: { ...inForce.environments, [name]: address },
  });
  await context.saveSettings(add, actor);
  const entry = { actor, action: 'secret.set', subject: name } as const;
  await recordFirst(context.engine().ledger, context.clock.now, entry, () =>
    createCredentialStore({ store: secrets, environment: name, origin: originOf(address) }).setSecret(
      secret,
      exchanged,
    ),
  );
  await clearSecret(context, actor);
}

async function changeSecret(
  context: AppContext,
  action: AuditAction,
  actor: string,
  change: () => Promise<void>,
): Promise<void> {
  const { ledger, station } = context.engine();
  const entry = { actor, action, subject: station.settings.environment };
  try {
    await recordFirst(ledger, context.clock.now, entry, change);
  } catch (error) {
    // The secret store may contain a part of the failed change, so the engine reads the store again. Only the first error is thrown.
    await applySecret(context).catch(() => undefined);
    throw error;
  }
  await applySecret(context);
}

async function applySecret(context: AppContext): Promise<void> {
  const { engine } = context.engine();
  await engine.outbox.credentialsChanged();
  engine.tracker.lookSoon();
  context.changed();
  // The caller does not wait for the service, because the overview shows the result.
  void context.askService().catch(() => undefined);
}

// Returns the station if its api_secret can be changed. @throws PlainError in practice mode, or if CLEARFOLDER_API_SECRET is set
function changeable(context: AppContext): Station {
  const { station } = context.engine();
  if (station.settings.environment === 'practice') {
    throw new PlainError(
      'secret.practice',
      say('secrets.practiceModeUsesApi'),
      say('secrets.chooseServiceOrganizationSettings'),
    );
  }
  if (context.choice.apiSecret?.trim()) {
    throw new PlainError(
      'secret.overridden',
      say('secrets.environmentVariableApiSecret'),
      say('secrets.removeEnvironmentVariableApi'),
    );
  }
  return station;
}

function otherOf(ledger: Ledger): SecretView['other'] {
  const stopped = readStopped(ledger);
  if (stopped === null) return null;
  return { id: stopped.id, secret: stopped.name, record: readOwner(ledger)?.name ?? null };
}

function organisationOf(settings: OrgSettings): Organisation {
  const { name, external_callback_enabled, external_read_enabled } = settings;
  return { name, external_callback_enabled, external_read_enabled };
}
