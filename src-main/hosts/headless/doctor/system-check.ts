import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { type Said, say, verbatim } from '../../../contract/say.ts';
import type { FolderRule, Settings } from '../../../contract/settings.ts';
import { isoTimeText } from '../../../contract/time-text.ts';
import { type Finding as FindingView, findingOf } from '../../../contract/views/folder.ts';
import { sends } from '../../../contract/views/station-state.ts';
import { systemClock, systemRandom } from '../../../core/clock.ts';
import { checkWritable } from '../../../core/data-folder/data-folder.ts';
import { codeOf } from '../../../core/error-code.ts';
import { refuseElsewhere } from '../../../core/installation/api-secret.ts';
import { connect, networkOf } from '../../../core/installation/connect.ts';
import { openStation, type Station, type StationChoice } from '../../../core/installation/open-station.ts';
import { refuseOther } from '../../../core/installation/organisation-guard.ts';
import { stationsDatabase } from '../../../core/installation/stations-database.ts';
import { describeError } from '../../../core/log/describe-error.ts';
import { silentLog } from '../../../core/log/events.ts';
import { PlainError, problemError } from '../../../core/plain-error.ts';
import { stationsLogin } from '../../../core/secrets/stations-login.ts';
import { lookAtCertificate } from '../../../core/service/http/certificate-check.ts';
import { type Network, readNetwork } from '../../../core/service/http/network.ts';
import { createTransport } from '../../../core/service/http/transport.ts';
import { ruleRemark } from '../../../core/settings/settings-file.ts';
import { CLOCK_TOLERANCE_MS } from '../../../core/views/overview/connection.ts';
import { VERSION } from '../../version.ts';
import { type Audience, describeFailure } from '../describe-failure.ts';
import { noAnswer, stateOfEngine } from '../engine-beside.ts';
import { STATE_SENTENCES } from '../state-sentences.ts';
import {
  checkAudit,
  checkCallbacks,
  checkCipher,
  checkCopies,
  checkLag,
  checkLock,
  checkOldRecords,
} from './check-record.ts';

/**
 * The result of a check. `next` is empty if the check found no fault. `what`, `words` and `next` are in English; `said` has the same texts
 * in a form that `inWords` translates.
 */
export interface Finding extends Omit<FindingView, 'state'> {
  readonly ok: boolean;
}

function findingFrom(ok: boolean, said: FindingView['said']): Finding {
  const { state: _, ...texts } = findingOf(ok ? 'ok' : 'fault', said);
  return { ok, ...texts };
}

// Runs a check and adds its finding. Returns false if the check found a fault.
type Check = (what: Said, work: () => Promise<Said> | Said) => Promise<boolean>;

const PATIENCE_MS = 15_000;
// Environment variables that other programs use and Clearfolder ignores.
const IGNORED_VARIABLES = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'ALL_PROXY',
  'NODE_EXTRA_CA_CERTS',
];
const LOW_DISK_BYTES = 2 * 1024 ** 3;

// The check starts another program (`icacls`), which only the command line may do, and not the desktop app.
type CheckRights = (folder: string) => Promise<Said>;

/** Runs all checks and returns their findings. `checkRights` is null if that check must not run. Never rejects. */
export async function checkSystem(
  choice: StationChoice,
  audience: Audience = 'app',
  checkRights: CheckRights | null = null,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const check: Check = async (what, work) => {
    try {
      findings.push(findingFrom(true, { what, words: await work(), next: verbatim('') }));
      return true;
    } catch (error) {
      const { message, next } = describeFailure(error, audience).said;
      findings.push(findingFrom(false, { what, words: message, next }));
      return false;
    }
  };
  await check(say('versions'), () =>
    verbatim(`Clearfolder ${VERSION}, Node ${process.version}, ${process.platform} ${process.arch}`),
  );
  let station: Station | null = null;
  await check(say('data folder and settings'), async () => {
    station = await openStation(choice, undefined, 'read');
    return say('{path}, environment "{environment}"', {
      path: station.folder.path,
      environment: station.settings.environment,
    });
  });
  if (station !== null) await checkStation(station, audience, check, checkRights);
  return findings;
}

async function checkStation(
  station: Station,
  audience: Audience,
  check: Check,
  checkRights: CheckRights | null,
): Promise<void> {
  const { folder, settings, secrets } = station;
  await check(say('engine'), () => checkEngine(folder.path, audience));
  const timeText = (iso: string) => (audience === 'app' ? { time: iso } : isoTimeText(iso));
  const hasSecrets = await check(say('secrets'), async () => {
    await secrets.check();
    return say('kept in {store}', { store: secrets.describe() });
  });
  if (checkRights !== null) await check(say('rights'), () => checkRights(folder.path));
  await check(say('disk'), () => checkDisk(folder.path));
  for (const rule of settings.folders)
    await check(say('folder {id}', { id: rule.id }), () => checkFolder(rule));
  await check(say('older records'), () => checkOldRecords(station, systemClock.now()));
  // These checks read the secret store, which has the PIN and the key of the ledger.
  if (hasSecrets) {
    await check(say('lock'), () => checkLock(station));
    await check(say('record'), () => checkCipher(station));
    await check(say('new Tasks at the service'), () => checkLag(station, timeText));
    await check(say('copies'), () => checkCopies(station, systemClock.now(), timeText));
    await check(say('audit'), () => checkAudit(station, timeText));
    await check(say('callbacks'), () => checkCallbacks(station, audience));
  }
  const baseUrl = settings.environments[settings.environment];
  if (baseUrl === undefined) return;
  await check(say('environment'), () => checkEnvironment(process.env));
  if (!(await check(say('network'), () => checkNetwork(settings.network, process.env)))) return;
  const network = networkOf(station);
  const certificate = () => checkCertificate(baseUrl, network, audience);
  // Without a trusted connection, the later checks would fail for the same reason.
  if (baseUrl.startsWith('https:') && !(await check(say('certificate'), certificate))) return;
  await check(say('clock'), () => checkClock(baseUrl, network));
  const stations = stationsDatabase(station, network, VERSION);
  if (hasSecrets && stations !== null) {
    await check(say('stations'), async () => {
      const { checkDatabase } = await import('../../../core/stations/postgres/check-database.ts');
      return await checkDatabase(stations, await stationsLogin(station.secrets).passphrase());
    });
  }
  // Without the secret store, a sign-in would fail for the same reason.
  if (hasSecrets) await check(say('service'), () => checkService(station));
}

/**
 * Returns what the engine tells of itself. @throws PlainError `engine.none`, `engine.no-answer`, or the problem because of which the running
 * engine sends nothing
 */
async function checkEngine(dataFolder: string, audience: Audience): Promise<Said> {
  const { state, report } = await stateOfEngine(dataFolder);
  if (sends(state) || state === 'starting') return STATE_SENTENCES[state];
  if (state === 'hung') throw noAnswer(false);
  if (report !== null && report.problem !== null)
    throw problemError(report.problem, audience === 'app' ? 'next' : 'command');
  throw new PlainError(
    'engine.none',
    say(
      'Clearfolder is not running with this data folder, so nothing is sent or checked. Nothing is lost: everything waits.',
    ),
    say('Start Clearfolder: open the app, start the service of this computer, or type: clearfolder run'),
  );
}

async function checkDisk(path: string): Promise<Said> {
  await checkWritable(path, randomUUID()).catch((error: unknown) => {
    throw new PlainError(
      'data.unwritable',
      say(
        'Clearfolder cannot write into the data folder ({code}), so Clearfolder sends and records nothing new. Documents wait in their folders.',
        { code: codeOf(error) },
      ),
      say('Free some space on that disk, or let this account write there. Then run this check again.'),
    );
  });
  const { bavail, bsize } = await statfs(path);
  if (bavail * bsize < LOW_DISK_BYTES) {
    throw new PlainError(
      'disk.low',
      say('Less than 2 GB are free on the disk where Clearfolder keeps documents until they are sent.'),
      say('Free some space on that disk.'),
    );
  }
  return say('{count} GiB free', { count: Math.floor((bavail * bsize) / 1024 ** 3) });
}

async function checkFolder(rule: FolderRule): Promise<Said> {
  const unusable = (message: Said) =>
    new PlainError(
      'folder.missing',
      say('{message}, so Clearfolder sends nothing from there.', { message }),
      say(
        'Check that the folder exists, that the network drive is connected, and that this account may read the folder.',
      ),
    );
  const cannotRead = (error: unknown) => {
    throw unusable(
      say('Clearfolder cannot read {path} ({code})', { path: rule.path, code: describeError(error) }),
    );
  };
  const found = await stat(rule.path).catch(cannotRead);
  if (!found.isDirectory()) throw unusable(say('{path} is not a folder', { path: rule.path }));
  await access(rule.path, constants.R_OK | constants.X_OK).catch(cannotRead);
  const writable = await access(rule.path, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable && rule.after === 'move') {
    throw new PlainError(
      'folder.read-only',
      say('Clearfolder may not write into {path}, so it cannot move sent files.', { path: rule.path }),
      say('Let this account write into the folder, or set "after" to "keep" in the settings.'),
    );
  }
  const place = writable
    ? verbatim(rule.path)
    : say(
        '{path} (read-only: Clearfolder holds the documents until you confirm that no other station uses the folder)',
        { path: rule.path },
      );
  const remark = ruleRemark(rule);
  return remark === null ? place : say('{place}. {remark}', { place, remark });
}

async function checkService(station: Station): Promise<Said> {
  await refuseElsewhere(station);
  const client = connect(station, { clock: systemClock, random: systemRandom, log: silentLog, owner: null });
  try {
    const organisation = await client.signIn();
    const known = await refuseOther(station, organisation.name);
    const name = organisation.name ?? say('the organization of the api_secret');
    if (!known) return say('signed in to {name}', { name });
    const { count } = await client.listTasks({ length: 1 });
    return say('signed in to {name}, which has {count} Tasks', { name, count });
  } finally {
    await client.close();
  }
}

// Names the proxy, the additional authorities and the ignored environment variables. @throws PlainError `settings.ca-file`
function checkNetwork(settings: Settings['network'], env: NodeJS.ProcessEnv): Said {
  const { extraCa, proxy } = readNetwork(settings);
  const way = proxy === null ? say('directly') : say('through the proxy {proxy}', { proxy });
  const more =
    extraCa.length === 0
      ? ''
      : extraCa.length === 1
        ? say(', trusting 1 more authority from {file}', { file: settings.extraCaFile ?? '' })
        : say(', trusting {count} more authorities from {file}', {
            count: extraCa.length,
            file: settings.extraCaFile ?? '',
          });
  const set = IGNORED_VARIABLES.filter((name) => (env[name] ?? '') !== '');
  const ignored =
    set.length === 0 ? '' : say(" (the environment's {list} is not used)", { list: set.join(', ') });
  return say('{way}{more}{ignored}', { way, more, ignored });
}

// Checks that NODE_TLS_REJECT_UNAUTHORIZED does not make programs accept every certificate. @throws PlainError `network.unchecked`
function checkEnvironment(env: NodeJS.ProcessEnv): Said {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return say('no variable weakens connections');
  throw new PlainError(
    'network.unchecked',
    say(
      'The environment variable NODE_TLS_REJECT_UNAUTHORIZED is 0. Clearfolder still checks certificates, but other programs may not.',
    ),
    say(
      'Remove the variable. If Clearfolder does not trust a certificate, enter the root certificate as "network.extraCaFile" in the settings.',
    ),
  );
}

// Returns subject, issuer and validity of the service's certificate.
// @throws PlainError with these facts if the certificate is not trusted; ServiceError if no certificate arrived
async function checkCertificate(baseUrl: string, network: Network, audience: Audience): Promise<Said> {
  const { subject, issuer, from, until, failure } = await lookAtCertificate(baseUrl, network, PATIENCE_MS);
  const day = (date: Date) => certificateDay(date, audience);
  const facts = say('for {subject}, issued by {issuer}, valid from {from} until {until}', {
    subject,
    issuer,
    from: day(from),
    until: day(until),
  });
  if (failure === null) return facts;
  const { code, said } = describeFailure(failure, audience);
  throw new PlainError(
    code,
    say('{message} The certificate is {facts}.', { message: said.message, facts }),
    said.next,
  );
}

function certificateDay(date: Date, audience: Audience): string | Said | { readonly day: string } {
  if (Number.isNaN(date.getTime())) return say('an unknown date');
  const day = date.toISOString().slice(0, 10);
  return audience === 'app' ? { day } : day;
}

// Compares the clock with the Date header of a response to a request without a credential. A wrong clock makes every shown time wrong.
// @throws PlainError `clock.wrong`, `clock.unknown`
async function checkClock(baseUrl: string, network: Network): Promise<Said> {
  const limits = { idleTimeoutMs: PATIENCE_MS, connectTimeoutMs: PATIENCE_MS };
  const transport = createTransport({ clock: systemClock, network, ...limits });
  let theirs: number;
  try {
    const { origin, pathname: path } = new URL(baseUrl);
    const { headers } = await transport.send({ method: 'HEAD', origin, path, headers: {}, body: null });
    theirs = Date.parse(headers.date ?? '');
  } catch (cause) {
    throw new PlainError(
      'clock.unknown',
      say('Clearfolder could not check the clock, because it cannot reach the service.'),
      say('Check the network connection, and the service address under "environments" in the settings.'),
      { cause },
    );
  } finally {
    await transport.close();
  }
  if (Number.isNaN(theirs)) return say('not checked: the service does not tell its time');
  const offMs = systemClock.now() - theirs;
  if (Math.abs(offMs) <= CLOCK_TOLERANCE_MS) return say('agrees with the clock of the service');
  const minutes = Math.round(Math.abs(offMs) / 60_000);
  throw new PlainError(
    'clock.wrong',
    offMs > 0
      ? say(
          'The clock of this computer is {minutes} minutes ahead of the clock of the service. Nothing is lost, but Clearfolder shows wrong times.',
          { minutes },
        )
      : say(
          'The clock of this computer is {minutes} minutes behind the clock of the service. Nothing is lost, but Clearfolder shows wrong times.',
          { minutes },
        ),
    say('Turn on automatic time in the operating system.'),
  );
}
