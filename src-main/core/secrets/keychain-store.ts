import pLimit from 'p-limit';
import { join, partName, readHead, split } from './chunked-value.ts';
import { damagedEntry, fromSystem, locked, noAnswer, notLoaded } from './keychain-errors.ts';
import { checkByCanary, type SecretStore } from './secret-store.ts';

/** The part of `keytar` that this store uses. `findCredentials` is left out, because that call crashes the process on a locked keychain. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

const SERVICE = 'Clearfolder';
/** The name of an entry that every unlocked keychain has, so that a null for this entry means a locked keychain. */
const MARKER = 'marker';

/**
 * The operating system's keychain. Entries are `Clearfolder` / `<owner>/<name>`; `owner` is the station's id, so that two data folders do
 * not collide. The first call loads keytar.
 */
export function createKeychainStore(
  owner: string,
  { load = loadKeytar, timeoutMs = 10_000 }: { load?: () => Promise<Keychain>; timeoutMs?: number } = {},
): SecretStore {
  const limited = createCallLimit(timeoutMs);

  function call<T>(run: (keychain: Keychain) => Promise<T>): Promise<T> {
    return load().then((keychain) =>
      limited(async () => {
        try {
          return await run(keychain);
        } catch (error) {
          throw fromSystem(error);
        }
      }),
    );
  }

  const account = (name: string) => `${owner}/${name}`;
  const read = (name: string) =>
    call(async (keychain) => (await keychain.getPassword(SERVICE, account(name))) ?? null);
  const write = (name: string, value: string) =>
    call((keychain) => keychain.setPassword(SERVICE, account(name), value));
  const remove = (name: string) => call((keychain) => keychain.deletePassword(SERVICE, account(name)));

  /** Rejects if the keychain is locked: keytar returns null for each of its entries, and a null must not lead to a new ledger key. */
  async function proveUnlocked(): Promise<void> {
    if ((await read(MARKER)) !== null) return;
    await write(MARKER, 'Clearfolder uses this entry to see whether the keychain is unlocked.');
    if ((await read(MARKER)) === null) throw locked();
  }

  async function readParts(name: string, stored: string): Promise<string | null> {
    const head = readHead(stored);
    if (head === null) return stored;
    if (head === 'damaged') return null;
    const parts: string[] = [];
    for (let index = 0; index < head.parts; index += 1) {
      const part = await read(partName(name, head.sha256, index));
      if (part === null) return null;
      parts.push(part);
    }
    return join(head, parts);
  }

  async function removeParts(name: string, stored: string): Promise<void> {
    const head = readHead(stored);
    if (head === null || head === 'damaged') return;
    for (let index = 0; index < head.parts; index += 1) await remove(partName(name, head.sha256, index));
  }

  const store: Omit<SecretStore, 'check'> = {
    kind: 'keychain',
    describe: () => "the system's keychain",
    async get(name) {
      // A second try, because another process may replace a long value after its head was read.
      for (let look = 0; look < 2; look += 1) {
        const head = await read(name);
        if (head === null) {
          await proveUnlocked();
          return null;
        }
        const value = await readParts(name, head);
        if (value !== null) return value;
      }
      throw damagedEntry(name);
    },
    async set(name, value) {
      const { head, parts, sha256 } = split(value);
      const old = await read(name);
      for (const [index, part] of parts.entries()) await write(partName(name, sha256 ?? '', index), part);
      await write(name, head);
      if (old !== null && old !== head) await removeParts(name, old);
    },
    async delete(name) {
      const old = await read(name);
      if (old === null) return proveUnlocked();
      await remove(name);
      await removeParts(name, old);
    },
  };
  return { ...store, check: () => checkByCanary(store) };
}

/**
 * Runs calls into the keychain one after the other, each with a time limit. A hung call cannot be ended, and occupies one of the threads
 * that file access needs too. So while a call hangs, no other call begins, and callers get `secrets.no-answer` at once.
 */
function createCallLimit(timeoutMs: number) {
  const inLine = pLimit(1);
  const timedOut = () => noAnswer(Math.ceil(timeoutMs / 1000));
  let isHanging = false;
  return <T>(call: () => Promise<T>): Promise<T> =>
    inLine(async () => {
      if (isHanging) throw timedOut();
      const result = call();
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          isHanging = true;
          const over = () => {
            isHanging = false;
          };
          result.then(over, over);
          reject(timedOut());
        }, timeoutMs);
      });
      try {
        return await Promise.race([result, limit]);
      } finally {
        clearTimeout(timer);
      }
    });
}

/** Loads keytar late, because its native part needs libsecret on Linux, and the program must start without libsecret. */
async function loadKeytar(): Promise<Keychain> {
  try {
    const { default: keytar } = await import('keytar');
    return keytar;
  } catch {
    throw notLoaded(process.platform);
  }
}
