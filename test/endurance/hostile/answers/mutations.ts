import { gzipSync } from 'node:zlib';

/** A place in a JSON value. `@` stands for the row of the Task that a case is about. */
export type Path = readonly (string | number)[];

const GONE = Symbol('gone');

/** A way to spoil one field; `change` gives undefined when the value has the wrong type. */
export interface Mutation {
  readonly name: string;
  change(value: unknown, other: Other): unknown;
  /** The mutation is for whole answers, not for fields. */
  readonly whole?: true;
}

/** A body that is no JSON text of a value. */
export class RawBody {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

export interface Other {
  readonly uuid: string;
}

const text = (name: string, to: (value: string) => string): Mutation => ({
  name,
  change: (value) => (typeof value === 'string' ? to(value) : undefined),
});
const list = (name: string, to: (value: readonly unknown[]) => unknown[]): Mutation => ({
  name,
  change: (value) => (Array.isArray(value) ? to(value) : undefined),
});
const number = (name: string, to: number): Mutation => ({
  name,
  change: (value) => (typeof value === 'number' ? to : undefined),
});
const isDate = (value: string) => /^\d{4}-\d\d-\d\dT/.test(value);
const isUuid = (value: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);
const date = (name: string, to: string): Mutation => ({
  name,
  change: (value) => (typeof value === 'string' && isDate(value) ? to : undefined),
});

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

const body = (name: string, to: (json: string) => string | Buffer): Mutation => ({
  name,
  change: (value) => new RawBody(Buffer.from(to(textOf(value)))),
  whole: true,
});

export const MUTATIONS: readonly Mutation[] = [
  body('HTML', () => '<html>Sign in to the hospital network</html>'),
  body('UTF-16', (json) => Buffer.from(json, 'utf16le')),
  body('a byte order mark', (json) => `\uFEFF${json}`),
  body('gzip that nobody asked for', (json) => gzipSync(json)),
  body('two values', (json) => json + json),
  body('half the text', (json) => json.slice(0, json.length / 2)),
  body('NaN', (json) => json.replace(/}$/, ',"x":NaN}')),
  body('10000 brackets, never closed', () => '['.repeat(10_000)),
  body('invalid UTF-8', (json) =>
    Buffer.concat([
      Buffer.from(json.replace(/}$/, ',"x":"')),
      Buffer.from([0xff, 0xc0, 0x80]),
      Buffer.from('"}'),
    ]),
  ),
  { name: 'missing', change: () => GONE },
  { name: 'null', change: () => null },
  { name: 'true', change: (value) => (typeof value === 'boolean' ? undefined : true) },
  { name: 'a number', change: (value) => (typeof value === 'number' ? undefined : 1) },
  { name: 'a text', change: (value) => (typeof value === 'string' ? undefined : 'true') },
  { name: 'an empty object', change: () => ({}) },
  { name: 'an empty list', change: () => [] },
  { name: 'nested 10000 deep', change: () => nested(10_000) },
  { name: 'nested 900 deep', change: () => nested(900) },
  text('empty text', () => ''),
  text('an unknown word', () => 'quite-new-in-v2'),
  text('100 kB of text', (value) => value + 'x'.repeat(100_000)),
  text('NUL and right-to-left text', (value) => `${value}\u0000\u202E\u05D0\u0627`),
  text('half a character', (value) => `${value}\uD800`),
  {
    name: 'another Task',
    change: (value, { uuid }) =>
      typeof value === 'string' && isUuid(value) && value !== uuid ? uuid : undefined,
  },
  text('capital letters', (value) => value.toUpperCase()),
  date('far in the future', '9999-12-31T23:59:59.999999Z'),
  date('far in the past', '0001-01-01T00:00:00Z'),
  date('beyond every calendar', '+275760-09-13T00:00:00Z'),
  date('not in the calendar', '2026-02-31T25:61:00Z'),
  number('a position that is not there', 99),
  number('below zero', -1),
  number('a fraction', 0.5),
  number('huge', 1e308),
  number('more than a number can count', 2 ** 53),
  list('turned round', (value) => [...value].reverse()),
  list('twice', (value) => [...value, ...value]),
  list('with null in it', (value) => [null, ...value]),
  list('a thousand times', (value) => Array.from({ length: 1_000 }, () => value).flat()),
  {
    name: 'with a prototype of its own',
    change: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? JSON.parse(
            `{"__proto__":{"approved":true,"status":"completed"},${JSON.stringify(value).slice(1)}`.replace(
              /,}$/,
              '}',
            ),
          )
        : undefined,
  },
];

/** Every place in a value, itself included; of lists the first two places. */
export function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inside = Array.isArray(value)
    ? value.slice(0, 2).flatMap((one: unknown, index) => pathsOf(one, [...at, index]))
    : Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...at, key]));
  return [at, ...inside];
}

/** The value with the place changed; null when the place does not exist, or has the wrong type. */
export function mutate(
  value: unknown,
  path: Path,
  mutation: Mutation,
  other: Other,
): { readonly value: unknown } | null {
  const [key, ...rest] = path;
  if (key === undefined) {
    const changed = mutation.change(value, other);
    return changed === undefined ? null : { value: changed };
  }
  if (Array.isArray(value)) {
    const index = typeof key === 'number' ? key : -1;
    if (index < 0 || index >= value.length) return null;
    const changed = mutate(value[index], rest, mutation, other);
    return (
      changed && {
        value: changed.value === GONE ? value.toSpliced(index, 1) : value.with(index, changed.value),
      }
    );
  }
  if (typeof value !== 'object' || value === null) return null;
  const entries: [string, unknown][] = Object.entries(value);
  const position = entries.findIndex(([name]) => name === key);
  if (position < 0) return null;
  const changed = mutate(entries[position]?.[1], rest, mutation, other);
  if (changed === null) return null;
  return {
    value: Object.fromEntries(
      changed.value === GONE
        ? entries.toSpliced(position, 1)
        : entries.with(position, [String(key), changed.value]),
    ),
  };
}

/** The bytes of a spoilt answer; a missing answer has none. */
export function bytesOf(value: unknown): string | Buffer {
  if (value instanceof RawBody) return value.bytes;
  return value === GONE ? '' : textOf(value);
}

/** As JSON.stringify, at any depth. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    let depth = 0;
    let inner: unknown = value;
    while (Array.isArray(inner) && inner.length === 1) {
      inner = inner[0];
      depth += 1;
    }
    if (depth > 100) return '['.repeat(depth) + textOf(inner) + ']'.repeat(depth);
    return `[${value.map(textOf).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}:${textOf(one)}`)
    .join(',')}}`;
}
