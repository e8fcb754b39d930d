import { diskFull } from '../disk-full.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { createFiles } from '../ledger/tables/files.ts';
import {
  type EngineRequest,
  endRequest,
  openRequests,
  type RequestOutcome,
  type RequestRow,
  requestOutcome,
} from '../ledger/tables/requests.ts';
import { describeError } from '../log/describe-error.ts';
import { PlainError } from '../plain-error.ts';
import { inTime } from '../share-io/time-limit.ts';
import { type CarryOutParts, carryOutNow } from './carry-out.ts';

const NOT_UNDERSTOOD: RequestOutcome = {
  ok: false,
  error: {
    code: 'request.not-understood',
    message:
      'The running Clearfolder has a different version and does not know this request. Nothing was changed.',
    next: 'Restart Clearfolder so that both have the same version. Then make the request again.',
  },
};

/** Not waited for; those of one line follow each other. */
interface Flight {
  readonly line: string | null;
}

/** What other processes ask of this engine, carried out. */
export interface FollowedRequests {
  /**
   * Carries out what is new, in order, and writes down what came of each. To be called whenever the ledger was written, and again
   * where it gives true. What reads a folder is not waited for, as that may hang (I8). Rejects with what a request could not be
   * ended for, also one that was not waited for; it is carried out again then.
   */
  look(): Promise<boolean>;
  /** Begins nothing more, and waits a few seconds for what is under way. What is not ended then, the next start takes up. */
  stop(): Promise<void>;
}

export function followRequests(parts: CarryOutParts): FollowedRequests {
  const { ledger, clock } = parts;
  const underWay = new Map<number, Promise<void>>();
  /** The last of each line, as long as it is not ended. */
  const lines = new Map<string, Promise<void>>();
  const faults: unknown[] = [];
  let stopped = false;

  async function carryOut({ seq, asked, actor }: RequestRow, onDone: () => void): Promise<void> {
    /** In the transaction of the change: after a kill, what was done would be done again, or told as not possible. */
    const done = () => {
      endRequest(ledger, seq, { ok: true }, clock.now());
      onDone();
    };
    const outcome =
      asked === null ? NOT_UNDERSTOOD : await attempt(() => carryOutNow(asked, parts, actor, done));
    if (requestOutcome(ledger, seq) === null) endRequest(ledger, seq, outcome, clock.now());
  }

  function begin(request: RequestRow, { line }: Flight): void {
    // Ended as soon as it is done: a walk that comes after that holds up no other decision.
    const ended = Promise.withResolvers<void>();
    const before = line === null ? undefined : lines.get(line);
    if (line !== null) {
      lines.set(line, ended.promise);
      void ended.promise.then(() => {
        if (lines.get(line) === ended.promise) lines.delete(line);
      });
    }
    const fly = async () => {
      try {
        if (before !== undefined) await before;
        if (!stopped) await carryOut(request, ended.resolve);
      } catch (error) {
        faults.push(error);
      } finally {
        underWay.delete(request.seq);
        ended.resolve();
      }
    };
    underWay.set(request.seq, fly());
  }

  return {
    look: async () => {
      if (faults.length > 0) throw faults.shift();
      for (const request of openRequests(ledger)) {
        if (stopped) break;
        if (underWay.has(request.seq)) continue;
        const flight = flightOf(ledger, request.asked);
        if (flight === null) await carryOut(request, () => undefined);
        else begin(request, flight);
      }
      return underWay.size > 0 || faults.length > 0;
    },
    stop: async () => {
      stopped = true;
      await inTime(clock, Promise.all(underWay.values()));
    },
  };
}

/**
 * How it is carried out without being waited for; null where it reads no folder, and is done at once. What is decided about
 * files follows what was decided before it about files of the same folder, or that were dropped together.
 */
function flightOf(ledger: Ledger, asked: EngineRequest | null): Flight | null {
  switch (asked?.verb) {
    case 'rescan':
      return { line: null };
    case 'decide-backlog':
    case 'no-other-station':
      return { line: `folder ${asked.folder}` };
    case 'decide-file':
    case 'send-anyway': {
      const file = createFiles(ledger).byId(asked.file);
      if (file === null) return null;
      return { line: file.folder_id === null ? `drop ${file.found_at}` : `folder ${file.folder_id}` };
    }
    default:
      return null;
  }
}

async function attempt(work: () => Promise<void>): Promise<RequestOutcome> {
  try {
    await work();
    return { ok: true };
  } catch (error) {
    const told = error instanceof PlainError ? error : diskFull(error);
    if (told !== null)
      return { ok: false, error: { code: told.code, message: told.message, next: told.next } };
    const message = `Clearfolder had an internal error (${describeError(error)}). Nothing was changed.`;
    return {
      ok: false,
      error: {
        code: 'unforeseen',
        message,
        next: 'Try again. If the error returns, report these words to your administrator.',
      },
    };
  }
}
