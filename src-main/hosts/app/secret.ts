import { createHash } from 'node:crypto';
import type { AuditAction } from '../../contract/views/audit.ts';
import type { Organisation, SecretView } from '../../contract/views/settings-view.ts';
import { silentLog } from '../../core/log/events.ts';
import { recordFirst } from '../../core/log/record-first.ts';
import { PlainError } from '../../core/plain-error.ts';
import { parseApiSecret } from '../../core/secrets/api-secret.ts';
import { trialCredentials } from '../../core/secrets/trial-credentials.ts';
import type { OrgSettings } from '../../core/service/schemas.ts';
import { ServiceError } from '../../core/service/service-failure.ts';
import { connect } from '../../core/station/connect.ts';
import type { Station } from '../../core/station/open-station.ts';
import type { AppContext } from './context.ts';

/** What is known of the api_secret; the secret itself goes nowhere (I9). */
export async function secretView(station: Station, choice: AppContext['choice']): Promise<SecretView> {
  const { credentials, settings, secrets } = station;
  const secret = await credentials.readSecret();
  const token = await credentials.readToken();
  const fingerprint = secret === null ? null : fingerprintOf(secret);
  const accepted = token !== null && token.secretFingerprint === fingerprint;
  const refused = fingerprint !== null && (await credentials.readRefused()) === fingerprint;
  return {
    state: stateOf({ practice: settings.environment === 'practice', secret, accepted, refused }),
    store: secrets.describe(),
    overridden: Boolean(choice.apiSecret?.trim()),
    organisation: accepted ? organisationOf(token.orgSettings) : null,
  };
}

/** Asks the service about a new api_secret, and keeps it unless it was refused. */
export async function setSecret(context: AppContext, text: string, actor: string): Promise<void> {
  const station = changeable(context);
  const secret = parseApiSecret(text);
  const { serviceUrl } = context.engine();
  const trial = trialCredentials(station.settings.environment);
  await trial.setSecret(secret);
  // What the service said about signing in at all holds for every secret (docs/service.md 5.4).
  await trial.writeWait(await station.credentials.readWait());
  const client = connect(
    { ...station, credentials: trial },
    { clock: context.clock, random: context.random, log: silentLog, baseUrl: serviceUrl },
  );
  try {
    await client.signIn();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.failure.kind === 'auth-refused') throw refusedWords();
    // Unreachable, or asked to wait: it is kept, and tried again by itself.
  } finally {
    await client.close();
  }
  const exchanged = { token: await trial.readToken(), wait: await trial.readWait() };
  await changeSecret(context, 'secret.set', actor, () => station.credentials.setSecret(secret, exchanged));
}

/** Forgets the api_secret, its token and its refusal. */
export async function clearSecret(context: AppContext, actor: string): Promise<void> {
  const { credentials } = changeable(context);
  await changeSecret(context, 'secret.cleared', actor, () => credentials.clear());
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
    // Some of it may be in the store; what kept it from being all of it is what to tell.
    await tellEngine(context).catch(() => undefined);
    throw error;
  }
  await tellEngine(context);
}

async function tellEngine(context: AppContext): Promise<void> {
  const { engine } = context.engine();
  await engine.outbox.credentialsChanged();
  engine.tracker.lookSoon();
  context.changed();
  // What comes of it shows in the overview.
  void context.askService().catch(() => undefined);
}

/** The station whose api_secret a person may change here. */
function changeable(context: AppContext): Station {
  const { station } = context.engine();
  if (station.settings.environment === 'practice') {
    throw new PlainError(
      'secret.practice',
      'Practice mode makes its own api_secret, so none can be set. Nothing was changed.',
      'Choose the environment of your organisation in the settings first.',
    );
  }
  if (context.choice.apiSecret?.trim()) {
    throw new PlainError(
      'secret.overridden',
      'CLEARFOLDER_API_SECRET is set and overrides whatever is kept here. Nothing was changed.',
      'Remove CLEARFOLDER_API_SECRET from the environment of this program, start it again, and set the api_secret then.',
    );
  }
  return station;
}

function refusedWords(): PlainError {
  return new PlainError(
    'auth.refused',
    'The service refused this api_secret, so it was not kept. What was set before stays as it was.',
    'Copy the api_secret again from the web page of your organisation, or ask your administrator for the current one.',
  );
}

function stateOf(known: {
  practice: boolean;
  secret: string | null;
  accepted: boolean;
  refused: boolean;
}): SecretView['state'] {
  if (known.practice) return 'practice';
  if (known.secret === null) return 'not-set';
  if (known.refused) return 'refused';
  return known.accepted ? 'accepted' : 'set';
}

function organisationOf(settings: OrgSettings): Organisation {
  const { name, external_callback_enabled, external_read_enabled } = settings;
  return { name, external_callback_enabled, external_read_enabled };
}

function fingerprintOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
