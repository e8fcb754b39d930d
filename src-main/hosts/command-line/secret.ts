import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describeProblem, type Problem } from '../../contract/problem.ts';
import { recordFirst } from '../../core/audit/audit.ts';
import { systemClock, systemRandom } from '../../core/clock.ts';
import { actor } from '../../core/installation/actor.ts';
import {
  noteSecretChange,
  refuseElsewhere,
  type TriedSecret,
  trySecret,
} from '../../core/installation/api-secret.ts';
import { connect, serviceAddress } from '../../core/installation/connect.ts';
import {
  openStation,
  openStationLedger,
  type Station,
  type StationChoice,
} from '../../core/installation/open-station.ts';
import {
  isOfOther,
  noteOrganisation,
  organisationProblem,
  refuseOther,
  sameOrganisation,
} from '../../core/installation/organisation-guard.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { silentLog } from '../../core/log/events.ts';
import { PlainError } from '../../core/plain-error.ts';
import { parseApiSecret } from '../../core/secrets/api-secret.ts';
import { trialCredentials } from '../../core/secrets/trial-credentials.ts';
import { originOf } from '../../core/service/http/base-url.ts';
import type { OrgSettings } from '../../core/service/schemas.ts';
import { ServiceError } from '../../core/service/service-failure.ts';
import { withLedger } from './choice.ts';
import { UsageError } from './failure.ts';
import { show, type Terminal } from './terminal.ts';

/** `secret set`: keeps the api_secret read from standard input (never an argument, which other users could see). */
export async function setSecret(
  terminal: Terminal,
  choice: StationChoice,
  stdin: Readable & { readonly isTTY?: boolean },
): Promise<void> {
  if (stdin.isTTY) terminal.err('Paste the api_secret and press Enter, then Ctrl+D:');
  const given = await text(stdin);
  if (given.trim() === '') {
    throw new UsageError(
      'No api_secret came from standard input. Give it like this: clearfolder secret set < FILE',
    );
  }
  const found = await changeSecret(choice, 'secret.set', given);
  const problem = found === null ? null : describeProblem(found);
  show(terminal, { set: true, problem }, () =>
    problem === null
      ? ['The api_secret is set. A running Clearfolder continues automatically.']
      : ['The api_secret is set, but nothing is sent.', problem.message, `What to do: ${problem.next}`],
  );
}

/** `secret same-organisation`: the organisation of the api_secret is the one of the record; its name or credential changed. */
export async function confirmOrganisation(terminal: Terminal, choice: StationChoice): Promise<void> {
  const { name } = await withLedger(choice, 'beside', (ledger) => {
    const same = sameOrganisation(ledger, { actor: actor(), now: systemClock.now() });
    noteSecretChange(ledger);
    return same;
  });
  show(terminal, { same: true, organisation: name }, () => [
    `The record of what was sent now belongs to ${name ?? 'the organization of the api_secret'}.`,
    'A running Clearfolder continues automatically. It first asks the service about documents that may have arrived.',
  ]);
}

/** `secret clear`: forgets the api_secret and its token. */
export async function clearSecret(terminal: Terminal, choice: StationChoice): Promise<void> {
  await changeSecret(choice, 'secret.cleared', null);
  show(terminal, { set: false }, () => [
    'The api_secret is deleted. Clearfolder sends nothing until you set an api_secret.',
  ]);
}

/** `secret check`: whether the secret store works, whether a secret is set, and what the service says to it. */
export async function checkSecret(terminal: Terminal, choice: StationChoice): Promise<void> {
  const station = await openStation(choice);
  await station.secrets.check();
  if (station.settings.environment === 'practice') {
    show(terminal, { store: station.secrets.describe(), practice: true }, () => [
      `Secrets are saved in ${station.secrets.describe()}.`,
      'Practice mode uses its own api_secret.',
    ]);
    return;
  }
  const organisation = await exchangeOnce(station);
  await refuseOther(station, organisation.name);
  show(terminal, { store: station.secrets.describe(), organisation }, () => [
    `Secrets are saved in ${station.secrets.describe()}.`,
    `The service accepts the api_secret. Organization: ${organisation.name}.`,
  ]);
}

/**
 * Exchanges the api_secret for a token that nobody uses. The token that is held outlives its api_secret by up to a year
 * (docs/service.md 5.3, 5.4), and a refusal may be over, so neither tells what the service says to the api_secret now.
 */
async function exchangeOnce(station: Station): Promise<OrgSettings> {
  const { credentials } = station;
  await refuseElsewhere(station);
  const trial = trialCredentials(station.settings.environment, originOf(serviceAddress(station)));
  const secret = await credentials.readSecret();
  if (secret !== null) await trial.setSecret(secret);
  // What the service said about signing in at all holds for every question (docs/service.md 5.4), before this one
  // and after.
  const before = await credentials.readWait();
  await trial.writeWait(before);
  const client = connect(
    { ...station, credentials: trial },
    { clock: systemClock, random: systemRandom, log: silentLog, owner: null },
  );
  try {
    return await client.signIn();
  } catch (error) {
    if (error instanceof ServiceError && error.failure.kind === 'auth-refused') throw refusedWords();
    throw error;
  } finally {
    await client.close();
    const after = await trial.readWait();
    if (after !== null && after.until !== before?.until) await credentials.writeWait(after);
  }
}

/** Unlike where a refusal stops sending: whether anything is stopped this question does not tell. */
function refusedWords(): PlainError {
  return new PlainError(
    'auth.refused',
    'The service rejects the api_secret, probably because it was replaced. An earlier sign-in may still work for a while. After that nothing is sent, and nothing is lost: everything waits on this computer.',
    'Get the new api_secret from your administrator and set it with: clearfolder secret set',
  );
}

async function changeSecret(
  choice: StationChoice,
  action: 'secret.set' | 'secret.cleared',
  given: string | null,
): Promise<Problem | null> {
  if (choice.apiSecret !== null) {
    throw new UsageError(
      'The environment variable CLEARFOLDER_API_SECRET is set and overrides the saved api_secret. Remove the variable first.',
    );
  }
  const secret = given === null ? null : parseApiSecret(given);
  const station = await openStation(choice);
  const { ledger } = await openStationLedger(station, 'beside');
  try {
    const tried = secret === null ? null : await triedIfOther(station, ledger, secret);
    const entry = { actor: actor(), action, subject: station.settings.environment };
    await recordFirst(ledger, systemClock.now, entry, async () => {
      // Also before: whoever is ended in between must not leave a running engine with the secret that was.
      noteSecretChange(ledger);
      if (secret === null) await station.credentials.clear();
      else await station.credentials.setSecret(secret, tried?.exchanged);
    });
    noteOrganisation(ledger, secret, tried?.exchanged.token?.orgSettings.name ?? null);
    noteSecretChange(ledger);
    return organisationProblem(ledger);
  } finally {
    ledger.close();
  }
}

/** The name of another organisation is worth the one token exchange; an api_secret of the same organisation needs none. */
function triedIfOther(station: Station, ledger: Ledger, secret: string): Promise<TriedSecret> | null {
  if (!isOfOther(ledger, secret)) return null;
  return trySecret(station, secret, { clock: systemClock, random: systemRandom });
}
