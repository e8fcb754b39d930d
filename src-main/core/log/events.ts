import { describeError } from './describe-error.ts';

interface Values {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}

interface FieldKind {
  readonly kind: keyof Values;
  readonly nullable: boolean;
}

const text = { kind: 'string', nullable: false } as const;
const textOrNull = { kind: 'string', nullable: true } as const;
const number = { kind: 'number', nullable: false } as const;
const numberOrNull = { kind: 'number', nullable: true } as const;
const flag = { kind: 'boolean', nullable: false } as const;

// The log has only these events and fields (docs/architecture.md 7, I11). `ref` is the end of the random id of a submission or message.
const EVENT_FIELDS = {
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
  'update.ready': { version: text },
  'update.failed': { error: text },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FieldKind>>>>;

type EventFields = typeof EVENT_FIELDS;
type ValueOf<K> = K extends FieldKind
  ? Values[K['kind']] | (K['nullable'] extends true ? null : never)
  : never;

export type LogEvents = {
  [E in keyof EventFields]: { [F in keyof EventFields[E]]: ValueOf<EventFields[E][F]> };
};

/** Writes an event to the log. Never throws, because a full disk must not stop the outbox. */
export type Log = <K extends keyof LogEvents>(event: K, fields: LogEvents[K]) => void;

export const silentLog: Log = () => undefined;

const ALLOWED: ReadonlyMap<string, Readonly<Record<string, FieldKind>>> = new Map(
  Object.entries(EVENT_FIELDS),
);

const LONGEST_TEXT = 200;
// A text with any other character, such as a path or a URL, is not logged.
const PLAIN_WORDS = /^[A-Za-z0-9_.+()\- ]*$/;
// The maximum length of a word in characters. Codes and ids are shorter. A bearer token is usually longer, and is withheld.
const LONGEST_WORD = 64;

// This text replaces a text that may contain more than codes and ids (I9, I11).
const WITHHELD = '(withheld)';

export type LogValue = string | number | boolean | null;

/** Returns the allowed fields; null for an unknown event. `WITHHELD` replaces a text that may be a path, a sentence or a credential. */
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
