import { createContext, Script } from 'node:vm';
import { hasCode } from '../error-code.ts';

const PATIENCE_MS = 50;
const REMEMBERED_AT_MOST = 20_000;

const read = new Script("pattern.exec(name)?.groups?.['key']");

/**
 * Reads the key out of names with a pattern that a person wrote; null where a name has none. Some patterns take years on some
 * names, which would stop everything else too (I8): such a name counts as one without a key. Names come again with every scan,
 * so what was read is remembered.
 */
export function createKeyReader(pattern: RegExp): (name: string) => string | null {
  const known = new Map<string, string | null>();
  const place = createContext({ pattern, name: '' });
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    place['name'] = name;
    const key = readWithin(place);
    if (known.size >= REMEMBERED_AT_MOST) known.clear();
    known.set(name, key);
    return key;
  };
}

function readWithin(place: ReturnType<typeof createContext>): string | null {
  const spent = process.threadCpuUsage().user;
  for (;;) {
    try {
      const key: unknown = read.runInContext(place, { timeout: PATIENCE_MS });
      return typeof key === 'string' && key !== '' ? key : null;
    } catch (error) {
      if (!hasCode(error, 'ERR_SCRIPT_EXECUTION_TIMEOUT')) return null;
      // A machine that is busy with other things must not make a name look slow: work counts, not time.
      if (process.threadCpuUsage().user - spent >= PATIENCE_MS * 500) return null;
    }
  }
}
