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
    : say('nothing was sent yet');
}

/**
 * Returns whether the service showed each new Task before Clearfolder would send a submission again (I2).
 * @throws PlainError if the service once showed a new Task later; PlainError as opening the ledger does
 */
export function checkLag(station: Station, timeText: TimeOf): Promise<Said> {
  return readRecord(station, (ledger) => {
    const lag = readLag(ledger);
    if (lag === null) return say('The service showed each new Task in time.');
    const waits = Math.round(quarantineMs(station.settings.sending) / 1000);
    const words = { when: timeText(new Date(lag.at).toISOString()), seconds: lag.seconds, waits };
    if (waits > lag.seconds)
      return say(
        'On {when} the service showed a new Task {seconds} seconds late. Clearfolder waits {waits} seconds before it sends a document again.',
        words,
      );
    throw new PlainError(
      'service.lag',
      say(
        'On {when} the service showed a new Task {seconds} seconds late, but Clearfolder waits only {waits} seconds before it sends a document again. Two Tasks of one document can be made.',
        words,
      ),
      say(
        'Set "sending.quarantineSeconds" in the settings to {wanted} or more, and ask the operator of the service why new Tasks appear late.',
        { wanted: Math.ceil(lag.seconds * 1.5) },
      ),
    );
  });
}

/** Opens the ledger, and returns a text that names its cipher. @throws PlainError as opening the ledger does */
export function checkCipher(station: Station): Promise<Said> {
  return readRecord(station, () => say('encrypted with AES-256'));
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
  if (copies === null) return say('only in the data folder: "copies" in the settings names no other folder');
  if (environment === 'practice') return say('none in practice mode');
  const opens =
    (await readCopiesPassphrase(station.secrets, environment)) === null
      ? say(
          'Only this station can open the copies. If the station loses its keys, nobody can open the copies. To open copies on another computer, set a passphrase: clearfolder copies passphrase.',
        )
      : say('The copies open with their passphrase.');
  return readRecord(station, (ledger) => {
    const { last, problem } = copiesState(ledger, copies.folder);
    const newest =
      last === null
        ? say('This folder has no copy yet.')
        : say('The newest copy was made at {when}.', { when: timeText(last) });
    if (problem !== null) {
      const { message, next } = sayProblem(problem);
      throw new PlainError(problem.code, joined([message, newest], ' '), next);
    }
    if (last !== null && now - Date.parse(last) > 2 * copies.hours * HOUR_MS) {
      throw new PlainError(
        'copies.old',
        say(
          'The newest copy in {folder} is too old: the settings ask for a copy every {hours} hours. {newest}',
          { folder: copies.folder, hours: copies.hours, newest },
        ),
        say('Start Clearfolder and keep it running: Clearfolder makes copies only while it runs.'),
      );
    }
    return say('every {hours} hours to {folder}. {newest} {opens}', {
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
  if (!asksForCallbacks(station.settings)) return say('not asked for in the settings');
  return readRecord(station, (ledger) => {
    const problem = callbackProblem(ledger);
    if (problem === null) return say('asked for in the settings, and nothing is known to keep them away');
    throw problemError(problem, audience === 'app' ? 'next' : 'command');
  });
}

/** Returns after how many minutes the station locks, or why the station never locks. @throws the errors of the secret store */
export async function checkLock({ settings, secrets }: Station): Promise<Said> {
  const { idleMinutes } = settings.lock;
  if (idleMinutes === null)
    return say(
      'never: "lock.idleMinutes" is null in the settings, so a screen that somebody leaves stays open',
    );
  const pins = createPinStore({ store: () => secrets, clock: systemClock });
  await pins.refresh();
  return pins.isSet() === false
    ? say(
        'after {idleMinutes} minutes, but no PIN is set, so the screen stays open: set a PIN in Settings, under Lock and PIN',
        { idleMinutes },
      )
    : say('after {idleMinutes} minutes without input', { idleMinutes });
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
  if (oldest === undefined) return say('no record was set aside');
  const names = records.map(({ name }) => name).join(', ');
  const { days } = settings.retention;
  if (oldest.at < now - days * DAY_MS) {
    throw new PlainError(
      'ledger.aside-old',
      say(
        'Old records of what was sent, which were replaced or could not be read, are kept in {dir}: {names}. These old records still have details of Tasks that "retention" ({days} days) deleted from the current record.',
        { dir: paths.dir, names, days },
      ),
      say(
        'Delete the old records when nobody needs them any more to find out what was sent. While the data folder has an unreadable record, files in newly added folders wait for your decision.',
      ),
    );
  }
  return say('old records, kept until somebody deletes them: {names}', { names });
}
