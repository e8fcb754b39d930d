export interface Invocation {
  readonly self: unknown;
  readonly args: readonly unknown[];
  /** Calls the wrapped function, with these or with the original arguments. */
  call(args?: readonly unknown[]): unknown;
}

/** Puts `around` in the place of a function; does nothing where the target has no such function. */
export function wrap(target: object, key: string, around: (made: Invocation) => unknown): void {
  const original: unknown = Reflect.get(target, key);
  if (typeof original !== 'function') return;
  const wrapped = function (this: unknown, ...args: unknown[]): unknown {
    const call = (given: readonly unknown[] = args): unknown => Reflect.apply(original, this, given);
    return around({ self: this, args, call });
  };
  Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
  Reflect.set(target, key, wrapped);
}

/** A name that is the same in every run: ids, hashes, times and counters are replaced by a letter. */
export function withoutIds(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d.:Z-]+/g, 'T')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'D')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}/g, 'U')
    .replaceAll(/[0-9a-f]{64}/g, 'H')
    .replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, 'I')
    .replaceAll(/\d+/g, 'N');
}

export function systemError(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: injected, ${what}`), { code, errno: -5, syscall: what });
}
