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
  await check(say('doctor.versions'), () =>
    verbatim(`Clearfolder ${VERSION}, Node ${process.version}, ${process.platform} ${process.arch}`),
  );
  let station: Station | null = null;
  await check(say('doctor.dataFolderSettings'), async () => {
    station = await openStation(choice, undefined, 'read');
    return say('doctor.folderAndEnvironment', {
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
  await check(say('doctor.engine'), () => checkEngine(folder.path, audience));
  const timeText = (iso: string) => (audience === 'app' ? { time: iso } : isoTimeText(iso));
  const hasSecrets = await check(say('doctor.secrets'), async () => {
    await secrets.check();
    return say('doctor.keptIn', { store: secrets.describe() });
  });
  if (checkRights !== null) await check(say('doctor.rights'), () => checkRights(folder.path));
  await check(say('doctor.disk'), () => checkDisk(folder.path));
  for (const rule of settings.folders)
    await check(say('common.folderWithId', { id: rule.id }), () => checkFolder(rule));
  await check(say('doctor.olderRecords'), () => checkOldRecords(station, systemClock.now()));
  // These checks read the secret store, which has the PIN and the key of the ledger.
  if (hasSecrets) {
    await check(say('doctor.lock'), () => checkLock(station));
    await check(say('doctor.record'), () => checkCipher(station));
    await check(say('doctor.newTasksService'), () => checkLag(station, timeText));
    await check(say('common.copies'), () => checkCopies(station, systemClock.now(), timeText));
    await check(say('doctor.audit'), () => checkAudit(station, timeText));
    await check(say('common.callbacks'), () => checkCallbacks(station, audience));
  }
  const baseUrl = settings.environments[settings.environment];
  if (baseUrl === undefined) return;
  await check(say('doctor.environment'), () => checkEnvironment(process.env));
  if (!(await check(say('common.network'), () => checkNetwork(settings.network, process.env)))) return;
  const network = networkOf(station);
  const certificate = () => checkCertificate(baseUrl, network, audience);
  // Without a trusted connection, the later checks would fail for the same reason.
  if (baseUrl.startsWith('https:') && !(await check(say('doctor.certificate'), certificate))) return;
  await check(say('doctor.clock'), () => checkClock(baseUrl, network));
  const stations = stationsDatabase(station, network, VERSION);
  if (hasSecrets && stations !== null) {
    await check(say('common.stations'), async () => {
      const { checkDatabase } = await import('../../../core/stations/postgres/check-database.ts');
      return await checkDatabase(stations, await stationsLogin(station.secrets).passphrase());
    });
  }
  // Without the secret store, a sign-in would fail for the same reason.
  if (hasSecrets) await check(say('doctor.service'), () => checkService(station));
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
  throw new PlainError('engine.none', say('doctor.notRunningDataFolder'), say('doctor.startOpenAppStart'));
}

async function checkDisk(path: string): Promise<Said> {
  await checkWritable(path, randomUUID()).catch((error: unknown) => {
    throw new PlainError(
      'data.unwritable',
      say('doctor.cannotWriteDataFolder', { code: codeOf(error) }),
      say('doctor.freeSomeSpaceDisk'),
    );
  });
  const { bavail, bsize } = await statfs(path);
  if (bavail * bsize < LOW_DISK_BYTES) {
    throw new PlainError('disk.low', say('doctor.less2GbFree'), say('doctor.freeSpaceOnThatDisk'));
  }
  return say('doctor.gibFree', { count: Math.floor((bavail * bsize) / 1024 ** 3) });
}

async function checkFolder(rule: FolderRule): Promise<Said> {
  const unusable = (message: Said) =>
    new PlainError(
      'folder.missing',
      say('doctor.sendsNothing', { message }),
      say('doctor.checkFolderExists'),
    );
  const cannotRead = (error: unknown) => {
    throw unusable(say('doctor.cannotRead', { path: rule.path, code: describeError(error) }));
  };
  const found = await stat(rule.path).catch(cannotRead);
  if (!found.isDirectory()) throw unusable(say('doctor.notFolder', { path: rule.path }));
  await access(rule.path, constants.R_OK | constants.X_OK).catch(cannotRead);
  const writable = await access(rule.path, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable && rule.after === 'move') {
    throw new PlainError(
      'folder.read-only',
      say('doctor.cannotWriteCannotMove', { path: rule.path }),
      say('doctor.letAccountWriteFolder'),
    );
  }
  const place = writable ? verbatim(rule.path) : say('doctor.readHoldsDocumentsUntil', { path: rule.path });
  const remark = ruleRemark(rule);
  return remark === null ? place : say('doctor.placeAndRemark', { place, remark });
}

async function checkService(station: Station): Promise<Said> {
  await refuseElsewhere(station);
  const client = connect(station, { clock: systemClock, random: systemRandom, log: silentLog, owner: null });
  try {
    const organisation = await client.signIn();
    const known = await refuseOther(station, organisation.name);
    const name = organisation.name ?? say('terminal.organizationApiSecret');
    if (!known) return say('doctor.signedInTo', { name });
    const { count } = await client.listTasks({ length: 1 });
    return say('doctor.signedTasks', { name, count });
  } finally {
    await client.close();
  }
}

// Names the proxy, the additional authorities and the ignored environment variables. @throws PlainError `settings.ca-file`
function checkNetwork(settings: Settings['network'], env: NodeJS.ProcessEnv): Said {
  const { extraCa, proxy } = readNetwork(settings);
  const way = proxy === null ? say('doctor.directly') : say('doctor.throughProxy', { proxy });
  const more =
    extraCa.length === 0
      ? ''
      : say('doctor.trustingAuthorities', { count: extraCa.length, file: settings.extraCaFile ?? '' });
  const set = IGNORED_VARIABLES.filter((name) => (env[name] ?? '') !== '');
  const ignored = set.length === 0 ? '' : say('doctor.environmentNotUsed', { list: set.join(', ') });
  return say('doctor.proxyAndCertificates', { way, more, ignored });
}

// Checks that NODE_TLS_REJECT_UNAUTHORIZED does not make programs accept every certificate. @throws PlainError `network.unchecked`
function checkEnvironment(env: NodeJS.ProcessEnv): Said {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return say('doctor.noVariableWeakensConnections');
  throw new PlainError(
    'network.unchecked',
    say('doctor.environmentVariableNodeTls'),
    say('doctor.removeVariable'),
  );
}

// Returns subject, issuer and validity of the service's certificate.
// @throws PlainError with these facts if the certificate is not trusted; ServiceError if no certificate arrived
async function checkCertificate(baseUrl: string, network: Network, audience: Audience): Promise<Said> {
  const { subject, issuer, from, until, failure } = await lookAtCertificate(baseUrl, network, PATIENCE_MS);
  const day = (date: Date) => certificateDay(date, audience);
  const facts = say('doctor.issuedValidUntil', {
    subject,
    issuer,
    from: day(from),
    until: day(until),
  });
  if (failure === null) return facts;
  const { code, said } = describeFailure(failure, audience);
  throw new PlainError(
    code,
    say('doctor.messageAndCertificate', { message: said.message, facts }),
    said.next,
  );
}

function certificateDay(date: Date, audience: Audience): string | Said | { readonly day: string } {
  if (Number.isNaN(date.getTime())) return say('doctor.unknownDate');
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
      say('doctor.cannotCheckClock'),
      say('doctor.checkNetworkConnection'),
      {
        cause,
      },
    );
  } finally {
    await transport.close();
  }
  if (Number.isNaN(theirs)) return say('doctor.notCheckedServiceNot');
  const offMs = systemClock.now() - theirs;
  if (Math.abs(offMs) <= CLOCK_TOLERANCE_MS) return say('doctor.agreesClockService');
  const minutes = Math.round(Math.abs(offMs) / 60_000);
  throw new PlainError(
    'clock.wrong',
    offMs > 0
      ? say('doctor.clockComputerMinutesAhead', { minutes })
      : say('doctor.clockComputerMinutesBehind', { minutes }),
    say('doctor.turnAutomaticTimeOperating'),
  );
}
