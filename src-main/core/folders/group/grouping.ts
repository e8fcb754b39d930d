import { createContext, Script } from 'node:vm';
import type { ProblemCode } from '../../../contract/problem.ts';
import type { Grouping } from '../../../contract/settings.ts';

/** The group of a file. A null `key` means that the file is sent alone. `held`: the file has no group and waits for a person. */
export type GroupPlace =
  | { readonly kind: 'group'; readonly key: string | null }
  | {
      readonly kind: 'held';
      readonly code: Extract<ProblemCode, 'file.outside-groups' | 'file.no-group-key'>;
    };

/** Returns a function from a path (relative, with `/`) to the group of the file (docs/architecture.md 4). Group keys are in Unicode NFC. */
export function createGrouping(grouping: Grouping): (relativePath: string) => GroupPlace {
  if (grouping === 'file') return () => ({ kind: 'group', key: null });
  if (grouping === 'folder') return byFolder(1);
  if ('folderDepth' in grouping) return byFolder(grouping.folderDepth);
  const keyOf = createKeyReader(new RegExp(grouping.key, 'u'));
  return (relativePath) => {
    const name = relativePath.normalize('NFC').split('/').at(-1) ?? '';
    const key = keyOf(name);
    return key !== null ? { kind: 'group', key } : { kind: 'held', code: 'file.no-group-key' };
  };
}

function byFolder(depth: number): (relativePath: string) => GroupPlace {
  return (relativePath) => {
    const folders = relativePath.normalize('NFC').split('/').slice(0, -1);
    if (folders.length < depth) return { kind: 'held', code: 'file.outside-groups' };
    return { kind: 'group', key: folders.slice(0, depth).join('/') };
  };
}

const PATIENCE_MS = 100;
// The number of slow file names after which a pattern gets only `LITTLE_PATIENCE_MS` for each name, so that the program stays responsive.
const SLOW_AT_MOST = 20;
const LITTLE_PATIENCE_MS = 10;
const REMEMBERED_AT_MOST = 20_000;

const read = new Script("pattern.exec(name)?.groups?.['key']");

// Returns a function that reads the group key from a file name with a person's regular expression; null without a key. A match could take
// years and block the program (I8), so a name that takes too long has no key. Keys are cached, because each scan reads the same names.
function createKeyReader(pattern: RegExp): (name: string) => string | null {
  const known = new Map<string, string | null>();
  const place = createContext({ pattern, name: '' });
  let slow = 0;
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    place['name'] = name;
    const key = readWithin(place, slow < SLOW_AT_MOST ? PATIENCE_MS : LITTLE_PATIENCE_MS, () => {
      slow += 1;
    });
    if (known.size >= REMEMBERED_AT_MOST) known.clear();
    known.set(name, key);
    return key;
  };
}

function readWithin(
  place: ReturnType<typeof createContext>,
  patienceMs: number,
  onSlow: () => void,
): string | null {
  const spent = process.threadCpuUsage().user;
  for (;;) {
    try {
      const key: unknown = read.runInContext(place, { timeout: patienceMs });
      return typeof key === 'string' && key !== '' ? key : null;
    } catch (error) {
      if (!ranOutOfTime(error)) throw error;
      // On a busy machine, the timeout can pass while the pattern waits for the processor. The program therefore measures processor time.
      if (process.threadCpuUsage().user - spent < patienceMs * 1000) continue;
      onSlow();
      return null;
    }
  }
}

/** Whether a pattern ran out of time. The check reads the error's code, because `instanceof` fails for an error of another VM context. */
function ranOutOfTime(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
