import { describeError } from './describe-error.ts';

/**
 * All events of the log with their fields. A field that is not here cannot be logged (docs/architecture.md 7, I11): no file names,
 * paths, Task names, external ids, URLs, headers or bodies. `ref` is the end of a random id.
 */
export interface LogEvents {
  'engine.started': { environment: string; version: string };
  'engine.stopped': { reason: string };
  'engine.fault': { where: string; error: string };
  'folder.reachable': { folder: string; reachable: boolean };
  'folder.watching': { folder: string; mode: string };
  'folder.scanned': { folder: string; files: number; changed: number; ms: number };
  'file.held': { folder: string; code: string };
  'lease.changed': { folder: string; mine: boolean };
  'submission.queued': { ref: string; files: number; bytes: number };
  'submission.sending': { ref: string; attempt: number };
  'submission.ended': { ref: string; state: string; code: string | null };
  'message.ended': { ref: string; kind: string; state: string; code: string | null };
  'lane.paused': { lane: string; code: string; seconds: number };
  'lane.resumed': { lane: string };
  'service.call': { call: string; status: number | null; outcome: string; ms: number };
  'service.signed-in': { outcome: string };
  'tracking.cycle': { requests: number; changed: number; ms: number };
  'ledger.backup': { outcome: string };
}

/** Writes one typed event. Never throws: a full disk must not stop the outbox. */
export type Log = <K extends keyof LogEvents>(event: K, fields: LogEvents[K]) => void;

/** For parts that run without a log, such as reading verbs and tests. */
export const silentLog: Log = () => undefined;

type Kind<T> = null extends T
  ? { readonly kind: BareKind<NonNullable<T>>; readonly nullable: true }
  : { readonly kind: BareKind<T>; readonly nullable: false };
type BareKind<T> = T extends string ? 'string' : T extends number ? 'number' : 'boolean';

const text = { kind: 'string', nullable: false } as const;
const textOrNull = { kind: 'string', nullable: true } as const;
const number = { kind: 'number', nullable: false } as const;
const numberOrNull = { kind: 'number', nullable: true } as const;
const flag = { kind: 'boolean', nullable: false } as const;

/** The allow-list of `LogEvents` for the running program. The type keeps both the same. */
const EVENT_FIELDS: {
  readonly [E in keyof LogEvents]: { readonly [F in keyof LogEvents[E]]: Kind<LogEvents[E][F]> };
} = {
  'engine.started': { environment: text, version: text },
  'engine.stopped': { reason: text },
  'engine.fault': { where: text, error: text },
  'folder.reachable': { folder: text, reachable: flag },
  'folder.watching': { folder: text, mode: text },
  'folder.scanned': { folder: text, files: number, changed: number, ms: number },
  'file.held': { folder: text, code: text },
  'lease.changed': { folder: text, mine: flag },
  'submission.queued': { ref: text, files: number, bytes: number },
  'submission.sending': { ref: text, attempt: number },
  'submission.ended': { ref: text, state: text, code: textOrNull },
  'message.ended': { ref: text, kind: text, state: text, code: textOrNull },
  'lane.paused': { lane: text, code: text, seconds: number },
  'lane.resumed': { lane: text },
  'service.call': { call: text, status: numberOrNull, outcome: text, ms: number },
  'service.signed-in': { outcome: text },
  'tracking.cycle': { requests: number, changed: number, ms: number },
  'ledger.backup': { outcome: text },
};

interface FieldKind {
  readonly kind: 'string' | 'number' | 'boolean';
  readonly nullable: boolean;
}

const ALLOWED: ReadonlyMap<string, Readonly<Record<string, FieldKind>>> = new Map(
  Object.entries(EVENT_FIELDS),
);

const LONGEST_TEXT = 200;
/** Letters of codes, ids and names of calls. Paths, URLs, secrets and sentences with data need other characters. */
const PLAIN_WORDS = /^[A-Za-z0-9_.+()\- ]*$/;
/** More than any code or id in the log, and less than a usual token. */
const LONGEST_WORD = 64;

/** The text in place of a text that does not look like codes and ids (I9, I11). */
const WITHHELD = '(withheld)';

export type LogValue = string | number | boolean | null;

/**
 * The fields of an event that the log may hold. Unknown fields and wrong types are dropped, an Error becomes its name and code, and a
 * text that could be a path, a sentence or a credential is withheld. Null for an unknown event.
 */
export function allowedFields(event: string, fields: unknown): Record<string, LogValue> | null {
  const allowed = ALLOWED.get(event);
  if (allowed === undefined) return null;
  const kept: Record<string, LogValue> = {};
  if (typeof fields !== 'object' || fields === null) return kept;
  for (const [name, kind] of Object.entries(allowed)) {
    const value: unknown = Reflect.get(fields, name);
    if (value === null && kind.nullable) kept[name] = null;
    else if (kind.kind === 'string' && value instanceof Error) kept[name] = describeError(value);
    else if (typeof value === 'string' && kind.kind === 'string') kept[name] = safeText(value);
    else if (typeof value === 'number' && kind.kind === 'number') kept[name] = value;
    else if (typeof value === 'boolean' && kind.kind === 'boolean') kept[name] = value;
  }
  return kept;
}

function safeText(value: string): string {
  const longest = Math.max(...value.split(' ').map((word) => word.length));
  return PLAIN_WORDS.test(value) && longest <= LONGEST_WORD ? value.slice(0, LONGEST_TEXT) : WITHHELD;
}
