import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import type { FolderRule, Settings } from '../../../contract/settings.ts';
import { isoTimeText, timeTexts } from '../../../contract/time-text.ts';
import { systemClock, systemRandom } from '../../../core/clock.ts';
import { engineIsRunning } from '../../../core/data-folder/engine-lock.ts';
import { refuseElsewhere } from '../../../core/installation/api-secret.ts';
import { connect, networkOf } from '../../../core/installation/connect.ts';
import { openStation, type Station, type StationChoice } from '../../../core/installation/open-station.ts';
import { refuseOther } from '../../../core/installation/organisation-guard.ts';
import { stationsDatabase } from '../../../core/installation/stations-database.ts';
import { describeError } from '../../../core/log/describe-error.ts';
import { silentLog } from '../../../core/log/events.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { stationsLogin } from '../../../core/secrets/stations-login.ts';
import { lookAtCertificate } from '../../../core/service/http/certificate-check.ts';
import { type Network, readNetwork } from '../../../core/service/http/network.ts';
import { createTransport } from '../../../core/service/http/transport.ts';
import { ruleRemark } from '../../../core/settings/settings-file.ts';
import { VERSION } from '../../version.ts';
import { type Audience, describeFailure } from '../describe-failure.ts';
import {
  checkAudit,
  checkCallbacks,
  checkCipher,
  checkCopies,
  checkLock,
  checkOldRecords,
} from './check-record.ts';

const { dayText, fullTimeText } = timeTexts('en');

/** The result of a check. `next` is empty if the check found no fault. */
export interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly words: string;
  readonly next: string;
}

// Runs a check and adds its finding. Returns false if the check found a fault.
type Check = (what: string, work: () => Promise<string> | string) => Promise<boolean>;

const PATIENCE_MS = 15_000;
const CLOCK_TOLERANCE_MS = 120_000;
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
type CheckRights = (folder: string) => Promise<string>;

/** Runs all checks and returns their findings. `checkRights` is null if that check must not run. Never rejects. */
export async function checkSystem(
  choice: StationChoice,
  audience: Audience = 'app',
  checkRights: CheckRights | null = null,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const check: Check = async (what, work) => {
    try {
      findings.push({ what, ok: true, words: await work(), next: '' });
      return true;
    } catch (error) {
      const { message, next } = describeFailure(error, audience);
      findings.push({ what, ok: false, words: message, next });
      return false;
    }
  };
  await check(
    'versions',
    () => `Clearfolder ${VERSION}, Node ${process.version}, ${process.platform} ${process.arch}`,
  );
  let station: Station | null = null;
  await check('data folder and settings', async () => {
    station = await openStation(choice);
    return `${station.folder.path}, environment "${station.settings.environment}"`;
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
  await check('engine', () => checkEngine(folder.path));
  const timeText = audience === 'app' ? fullTimeText : isoTimeText;
  const hasSecrets = await check('secrets', async () => {
    await secrets.check();
    return `kept in ${secrets.describe()}`;
  });
  if (checkRights !== null) await check('rights', () => checkRights(folder.path));
  await check('disk', () => checkDisk(folder.path));
  for (const rule of settings.folders) await check(`folder ${rule.id}`, () => checkFolder(rule));
  await check('older records', () => checkOldRecords(station, systemClock.now()));
  // These checks read the secret store, which has the PIN and the key of the ledger.
  if (hasSecrets) {
    await check('lock', () => checkLock(station));
    await check('record', () => checkCipher(station));
    await check('copies', () => checkCopies(station, systemClock.now(), timeText));
    await check('audit', () => checkAudit(station, timeText));
    await check('callbacks', () => checkCallbacks(station, audience));
  }
  const baseUrl = settings.environments[settings.environment];
  if (baseUrl === undefined) return;
  await check('environment', () => checkEnvironment(process.env));
  if (!(await check('network', () => checkNetwork(settings.network, process.env)))) return;
  const network = networkOf(station);
  const certificate = () => checkCertificate(baseUrl, network, audience);
  // Without a trusted connection, the later checks would fail for the same reason.
  if (baseUrl.startsWith('https:') && !(await check('certificate', certificate))) return;
  await check('clock', () => checkClock(baseUrl, network));
  const stations = stationsDatabase(station, network, VERSION);
  if (hasSecrets && stations !== null) {
    await check('stations', async () => {
      const { checkDatabase } = await import('../../../core/stations/postgres/check-database.ts');
      return await checkDatabase(stations, await stationsLogin(station.secrets).passphrase());
    });
  }
  // Without the secret store, a sign-in would fail for the same reason.
  if (hasSecrets) await check('service', () => checkService(station));
}

/** @throws PlainError `engine.none` */
function checkEngine(dataFolder: string): string {
  if (engineIsRunning(dataFolder)) return 'Clearfolder is running';
  throw new PlainError(
    'engine.none',
    'Clearfolder is not running with this data folder, so nothing is sent or checked. Nothing is lost: everything waits.',
    'Start Clearfolder: open the app, start the service of this computer, or type: clearfolder run',
  );
}

async function checkDisk(path: string): Promise<string> {
  const { bavail, bsize } = await statfs(path);
  if (bavail * bsize < LOW_DISK_BYTES) {
    throw new PlainError(
      'disk.low',
      'Less than 2 GB are free on the disk where Clearfolder keeps documents until they are sent.',
      'Free some space on that disk.',
    );
  }
  return `${Math.floor((bavail * bsize) / 1024 ** 3)} GiB free`;
}

async function checkFolder(rule: FolderRule): Promise<string> {
  const unusable = (message: string) =>
    new PlainError(
      'folder.missing',
      `${message}, so Clearfolder sends nothing from there.`,
      'Check that the folder exists, that the network drive is connected, and that this account may read the folder.',
    );
  const cannotRead = (error: unknown) => {
    throw unusable(`Clearfolder cannot read ${rule.path} (${describeError(error)})`);
  };
  const found = await stat(rule.path).catch(cannotRead);
  if (!found.isDirectory()) throw unusable(`${rule.path} is not a folder`);
  await access(rule.path, constants.R_OK | constants.X_OK).catch(cannotRead);
  const writable = await access(rule.path, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable && rule.after === 'move') {
    throw new PlainError(
      'folder.read-only',
      `Clearfolder may not write into ${rule.path}, so it cannot move sent files.`,
      'Let this account write into the folder, or set "after" to "keep" in the settings.',
    );
  }
  const place = writable
    ? rule.path
    : `${rule.path} (read-only: Clearfolder holds the documents until you confirm that no other station uses the folder)`;
  const remark = ruleRemark(rule);
  return remark === null ? place : `${place}. ${remark}`;
}

async function checkService(station: Station): Promise<string> {
  await refuseElsewhere(station);
  const client = connect(station, { clock: systemClock, random: systemRandom, log: silentLog, owner: null });
  try {
    const { name } = await client.signIn();
    if (!(await refuseOther(station, name))) return `signed in to ${name}`;
    const { count } = await client.listTasks({ length: 1 });
    return `signed in to ${name}, which has ${count} Tasks`;
  } finally {
    await client.close();
  }
}

// Names the proxy, the additional authorities and the ignored environment variables. @throws PlainError `settings.ca-file`
function checkNetwork(settings: Settings['network'], env: NodeJS.ProcessEnv): string {
  const { extraCa, proxy } = readNetwork(settings);
  const way = proxy === null ? 'directly' : `through the proxy ${proxy}`;
  const more =
    extraCa.length === 0
      ? ''
      : `, trusting ${extraCa.length} more ${extraCa.length === 1 ? 'authority' : 'authorities'} from ${settings.extraCaFile}`;
  const set = IGNORED_VARIABLES.filter((name) => (env[name] ?? '') !== '');
  const ignored = set.length === 0 ? '' : ` (the environment's ${set.join(', ')} is not used)`;
  return `${way}${more}${ignored}`;
}

// Checks that NODE_TLS_REJECT_UNAUTHORIZED does not make programs accept every certificate. @throws PlainError `network.unchecked`
function checkEnvironment(env: NodeJS.ProcessEnv): string {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return 'no variable weakens connections';
  throw new PlainError(
    'network.unchecked',
    'The environment variable NODE_TLS_REJECT_UNAUTHORIZED is 0. Clearfolder still checks certificates, but other programs may not.',
    'Remove the variable. If Clearfolder does not trust a certificate, enter the root certificate as "network.extraCaFile" in the settings.',
  );
}

// Returns subject, issuer and validity of the service's certificate.
// @throws PlainError with these facts if the certificate is not trusted; ServiceError if no certificate arrived
async function checkCertificate(baseUrl: string, network: Network, audience: Audience): Promise<string> {
  const { subject, issuer, from, until, failure } = await lookAtCertificate(baseUrl, network, PATIENCE_MS);
  const day = (date: Date) => certificateDay(date, audience);
  const facts = `for ${subject}, issued by ${issuer}, valid from ${day(from)} until ${day(until)}`;
  if (failure === null) return facts;
  const { code, message, next } = describeFailure(failure, audience);
  throw new PlainError(code, `${message} The certificate is ${facts}.`, next);
}

function certificateDay(date: Date, audience: Audience): string {
  if (Number.isNaN(date.getTime())) return 'an unknown date';
  const day = date.toISOString().slice(0, 10);
  return audience === 'app' ? dayText(day) : day;
}

// Compares the clock with the Date header of a response to a request without a credential. A wrong clock makes every shown time wrong.
// @throws PlainError `clock.wrong`, `clock.unknown`
async function checkClock(baseUrl: string, network: Network): Promise<string> {
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
      'Clearfolder could not check the clock, because it cannot reach the service.',
      'Check the network connection, and the service address under "environments" in the settings.',
      { cause },
    );
  } finally {
    await transport.close();
  }
  if (Number.isNaN(theirs)) return 'not checked: the service does not tell its time';
  const offMs = systemClock.now() - theirs;
  if (Math.abs(offMs) <= CLOCK_TOLERANCE_MS) return 'agrees with the clock of the service';
  const minutes = Math.round(Math.abs(offMs) / 60_000);
  throw new PlainError(
    'clock.wrong',
    `The clock of this computer is ${minutes} minutes ${offMs > 0 ? 'ahead of' : 'behind'} the clock of the service. Nothing is lost, but Clearfolder shows wrong times.`,
    'Turn on automatic time in the operating system.',
  );
}
