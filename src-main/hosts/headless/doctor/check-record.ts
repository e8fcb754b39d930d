import { existsSync } from 'node:fs';
import { joined, type Said, say, sayProblem } from '../../../contract/say.ts';
import { findingText, TAMPERED_NEXT } from '../../../contract/texts/audit-text.ts';
import { standingWords, verifyAudit } from '../../../core/audit/verify-audit.ts';
import { asksForCallbacks, callbackProblem } from '../../../core/callbacks.ts';
import { systemClock } from '../../../core/clock.ts';
import { copiesState } from '../../../core/housekeeping/external-copies.ts';
import type { Station } from '../../../core/installation/open-station.ts';
import { ledgersSetAside } from '../../../core/ledger/backup/replace-ledger.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { readLag } from '../../../core/ledger/tables/twins.ts';
import { createPinStore } from '../../../core/lock/pin-store.ts';
import { quarantineMs } from '../../../core/outbox/creates/quarantine.ts';
import { PlainError, problemError } from '../../../core/plain-error.ts';
import { readCopiesPassphrase } from '../../../core/secrets/copies-passphrase.ts';
import type { Audience } from '../describe-failure.ts';
import { withStationLedger } from '../station-ledger.ts';

type TimeOf = (iso: string) => string | { readonly time: string };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// Returns the result of `work`. Without a ledger, returns that nothing was sent. @throws PlainError as opening the ledger does
async function readRecord(station: Station, work: (ledger: Ledger) => Promise<Said> | Said): Promise<Said> {
  return existsSync(station.paths.ledger)
    ? withStationLedger(station, 'reader', work)
    : say('doctor.nothingSentYet');
}

/**
 * Returns whether the service showed each new Task before Clearfolder would send a submission again (I2).
 * @throws PlainError if the service once showed a new Task later; PlainError as opening the ledger does
 */
export function checkLag(station: Station, timeText: TimeOf): Promise<Said> {
  return readRecord(station, (ledger) => {
    const lag = readLag(ledger);
    if (lag === null) return say('doctor.serviceShowedEachNew');
    const waits = Math.round(quarantineMs(station.settings.sending) / 1000);
    const words = { when: timeText(new Date(lag.at).toISOString()), seconds: lag.seconds, waits };
    if (waits > lag.seconds) return say('doctor.serviceShowedNewTask', words);
    throw new PlainError(
      'service.lag',
      say('doctor.serviceShowedNewTaskSeconds', words),
      say('doctor.setSendingQuarantinesecondsSettings', { wanted: Math.ceil(lag.seconds * 1.5) }),
    );
  });
}

/** Opens the ledger, and returns a text that names its cipher. @throws PlainError as opening the ledger does */
export function checkCipher(station: Station): Promise<Said> {
  return readRecord(station, () => say('doctor.encryptedAes256'));
}

/** Verifies the audit, and returns the result as text. @throws PlainError `audit.tampered`, or as opening the ledger does */
export function checkAudit(station: Station, timeText: TimeOf): Promise<Said> {
  return readRecord(station, async (ledger) => {
    const standing = await verifyAudit(ledger, systemClock.now);
    const findings = standing.findings.map((finding) => findingText(finding, timeText));
    const text = joined([standingWords(standing), ...findings], ' ');
    if (!standing.whole) throw new PlainError('audit.tampered', text, TAMPERED_NEXT);
    return text;
  });
}

/**
 * Returns where the copies outside the data folder are, and when the newest copy was made. `now`: milliseconds since the epoch.
 * @throws PlainError with the reason why no copy was written, `copies.old`, or as opening the ledger does
 */
export async function checkCopies(station: Station, now: number, timeText: TimeOf): Promise<Said> {
  const { copies, environment } = station.settings;
  if (copies === null) return say('doctor.dataFolder');
  if (environment === 'practice') return say('doctor.nonePracticeMode');
  const opens =
    (await readCopiesPassphrase(station.secrets, environment)) === null
      ? say('doctor.stationOpenCopies')
      : say('doctor.copiesOpenPassphrase');
  return readRecord(station, (ledger) => {
    const { last, problem } = copiesState(ledger, copies.folder);
    const newest =
      last === null ? say('doctor.folderNoCopyYet') : say('doctor.newestCopyMade', { when: timeText(last) });
    if (problem !== null) {
      const { message, next } = sayProblem(problem);
      throw new PlainError(problem.code, joined([message, newest], ' '), next);
    }
    if (last !== null && now - Date.parse(last) > 2 * copies.hours * HOUR_MS) {
      throw new PlainError(
        'copies.old',
        say('doctor.newestCopyTooOld', { folder: copies.folder, hours: copies.hours, newest }),
        say('doctor.startKeepRunning'),
      );
    }
    return say('doctor.everyHours', {
      hours: copies.hours,
      folder: copies.folder,
      newest,
      opens,
    });
  });
}

/**
 * Returns a text that says whether the settings ask for callbacks. @throws PlainError with the problem that, according to the last engine,
 * prevents callbacks from arriving
 */
export async function checkCallbacks(station: Station, audience: Audience): Promise<Said> {
  if (!asksForCallbacks(station.settings)) return say('doctor.notAskedSettings');
  return readRecord(station, (ledger) => {
    const problem = callbackProblem(ledger);
    if (problem === null) return say('doctor.askedSettings');
    throw problemError(problem, audience === 'app' ? 'next' : 'command');
  });
}

/** Returns after how many minutes the station locks, or why the station never locks. @throws the errors of the secret store */
export async function checkLock({ settings, secrets }: Station): Promise<Said> {
  const { idleMinutes } = settings.lock;
  if (idleMinutes === null) return say('doctor.neverLockIdleminutesNull');
  const pins = createPinStore({ store: () => secrets, clock: systemClock });
  await pins.refresh();
  return pins.isSet() === false
    ? say('doctor.afterMinutesButNo', { idleMinutes })
    : say('doctor.afterMinutesWithoutInput', { idleMinutes });
}

/**
 * Lists the old ledgers that were set aside in the data folder. Retention does not remove patient data from such a ledger. Clearfolder
 * never deletes such a ledger, because some of its Tasks may be in no other ledger. `now` is in milliseconds since the epoch.
 *
 * @throws PlainError `ledger.aside-old` if an old ledger was set aside longer ago than the retention time
 */
export function checkOldRecords({ paths, settings }: Pick<Station, 'paths' | 'settings'>, now: number): Said {
  const records = ledgersSetAside(paths.dir);
  const [oldest] = records;
  if (oldest === undefined) return say('doctor.noRecordSetAside');
  const names = records.map(({ name }) => name).join(', ');
  const { days } = settings.retention;
  if (oldest.at < now - days * DAY_MS) {
    throw new PlainError(
      'ledger.aside-old',
      say('doctor.oldRecordsWhatSent', { dir: paths.dir, names, days }),
      say('doctor.deleteOldRecordsNobody'),
    );
  }
  return say('doctor.oldRecordsKeptUntil', { names });
}
