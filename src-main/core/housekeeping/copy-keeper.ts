import { constants } from 'node:fs';
import { access, realpath, rm } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Problem } from '../../contract/problem.ts';
import type { Copies, FolderRule } from '../../contract/settings.ts';
import { auditHead } from '../audit/audit.ts';
import { noteHead } from '../audit/audit-mark.ts';
import { recordFirst } from '../audit/record-first.ts';
import type { Clock } from '../clock.ts';
import { codeOf } from '../error-code.ts';
import { organisationOf } from '../ledger/backup/backup-file.ts';
import { keyFromPassphrase, keyName, newPassphraseTerms } from '../ledger/backup/backup-header.ts';
import type { CopyFacts, CopyLedger } from '../ledger/backup/copy-ledger.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import { inTime } from '../share-io/time-limit.ts';
import { copyMadeAt, newestHead, ownCopies, pruneCopies, putCopy } from './copies-place.ts';
import { copiesState, keepCopiesState } from './copies-state.ts';

const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
/** Who is named for what nobody asked for. */
const PROGRAM = 'clearfolder';

export interface CopyKeeperParts {
  readonly copies: Copies;
  readonly ledger: Ledger;
  readonly ledgerKey: string;
  /** A private folder of the station, for a copy on its way. */
  readonly workDir: string;
  /** Whose ledger it is. */
  readonly about: Omit<CopyFacts, 'madeAt'>;
  readonly copy: CopyLedger;
  /** The passphrase that opens the copies; null if the station's key alone opens them. */
  readonly passphrase: () => Promise<string | null>;
  readonly watched: () => readonly Pick<FolderRule, 'path'>[];
  readonly clock: Clock;
  readonly log: Log;
}

const NO_ANSWER: Problem = { code: 'copies.unreachable', detail: 'no answer' };

class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/**
 * Writes copies of the ledger to the folder of the settings, every so many hours, and keeps the newest of them. Looks every
 * quarter of an hour whether the folder can be reached, and keeps in the ledger what is wrong. A folder that hangs delays
 * nothing else, and the end of the engine does not wait for it.
 */
export function createCopyKeeper(parts: CopyKeeperParts): { start(): void; stop(): Promise<void> } {
  const { clock, log, ledger, copies } = parts;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  function tell(error: unknown): void {
    if (!stopping.signal.aborted) log('engine.fault', { where: 'copies', error: describeError(error) });
  }

  async function look(): Promise<void> {
    const { folder } = copies;
    const before = copiesState(ledger, folder);
    try {
      keepCopiesState(ledger, { folder, last: await keepCopies(parts, before.last), problem: null });
    } catch (error) {
      const problem: Problem =
        error instanceof Refused
          ? error.problem
          : { code: 'copies.unreachable', detail: codeOf(error) || describeError(error) };
      if (stopping.signal.aborted) return;
      tell(error);
      keepCopiesState(ledger, { ...before, problem });
    }
  }

  async function run(): Promise<void> {
    let busy = false;
    for (let wait = FIRST_LOOK_MS; ; wait = LOOK_EVERY_MS) {
      await clock.sleep(wait, stopping.signal);
      if (stopping.signal.aborted) return;
      if (busy) {
        keepCopiesState(ledger, { ...copiesState(ledger, copies.folder), problem: NO_ANSWER });
        continue;
      }
      busy = true;
      void look()
        .catch((error: unknown) => tell(error))
        .finally(() => {
          busy = false;
        });
    }
  }

  return {
    start: () => {
      running = run();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Makes a copy where one is due. Gives when the newest one was made (ISO 8601). Rejects with what keeps it from being made. */
async function keepCopies(parts: CopyKeeperParts, known: string | null): Promise<string | null> {
  const { copies, about, clock, ledger } = parts;
  const { folder, hours, keep } = copies;
  const names = await inTime(clock, ownCopies(folder, about));
  if (names === null) throw new Refused(NO_ANSWER);
  if (await isWatched(parts)) throw new Refused({ code: 'copies.in-folder', detail: null });
  // The empty place where a share is mounted as a rule must not be taken for the share.
  if (names.length === 0 && known !== null) throw new Refused({ code: 'copies.other-place', detail: null });
  const head = await newestHead(folder, names);
  if (head?.audit != null) noteHead(ledger, head.audit, clock.now());
  const [newest] = names;
  const madeAt = newest === undefined ? null : await copyMadeAt(folder, newest, about);
  const now = clock.now();
  if (madeAt !== null && madeAt <= now && now - madeAt < hours * HOUR_MS)
    return new Date(madeAt).toISOString();
  const made = await writeCopy(parts, new Date(now).toISOString());
  await pruneCopies(folder, about, keep, now);
  return made;
}

/** Whether the copies would lie in a watched folder, also through links. Nothing is asked that could stop everything else. */
async function isWatched({ copies, watched, clock }: CopyKeeperParts): Promise<boolean> {
  const real = async (path: string) =>
    (await inTime(
      clock,
      realpath(path).catch(() => null),
    )) ?? path;
  const place = await real(copies.folder);
  for (const { path } of watched()) {
    const way = relative(await real(path), place);
    if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return true;
  }
  return false;
}

async function writeCopy(parts: CopyKeeperParts, madeAt: string): Promise<string> {
  const { ledger, ledgerKey, copies, about, workDir, clock } = parts;
  // Before the audit says that a copy is made: a folder that nobody may write to is looked at again and again.
  await access(copies.folder, constants.W_OK);
  const passphrase = await parts.passphrase();
  const terms = passphrase === null ? null : newPassphraseTerms();
  const rekeyTo =
    terms === null || passphrase === null ? ledgerKey : await keyFromPassphrase(passphrase, terms);
  const opensWith = terms ?? { kind: 'station' as const, key: keyName(ledgerKey) };
  const copy = join(workDir, `outgoing-copy-${madeAt.replaceAll(':', '-')}.part`);
  const detail = { opensWith: opensWith.kind, to: 'copies' };
  const entry = { actor: PROGRAM, action: 'backup.made', subject: null, detail } as const;
  await recordFirst(ledger, clock.now, entry, async () => {
    const audit = auditHead(ledger);
    const facts = { ...about, madeAt };
    try {
      await parts.copy(ledger, copy, ledgerKey, { facts, rekeyTo });
      await putCopy(copies.folder, copy, { ...facts, ...organisationOf(ledger), opensWith }, audit);
    } finally {
      await rm(copy, { force: true });
    }
  });
  return madeAt;
}
