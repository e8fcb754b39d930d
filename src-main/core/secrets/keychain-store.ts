import { join, partName, readHead, split } from './chunked-value.ts';
import { KeychainCalls } from './keychain-calls.ts';
import { damagedEntry, fromSystem, locked, noAnswer, notLoaded } from './keychain-words.ts';
import { checkByCanary, type SecretStore } from './secret-store.ts';

/** What of `keytar` is used. Never its `findCredentials`: it crashes the process where the keychain is locked. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

const SERVICE = 'Clearfolder';
/** An entry that is always there: whether it can be read tells "no such entry" from "locked". */
const MARKER = 'marker';

/**
 * The operating system's keychain. Entries are `Clearfolder` / `<owner>/<name>`; `owner` is the station's id, so that two
 * data folders do not collide. Loads nothing before the first call.
 */
export class KeychainStore implements SecretStore {
  readonly kind = 'keychain';
  readonly #owner: string;
  readonly #load: () => Promise<Keychain>;
  readonly #calls: KeychainCalls;

  constructor(
    owner: string,
    { load = loadKeytar, timeoutMs = 10_000 }: { load?: () => Promise<Keychain>; timeoutMs?: number } = {},
  ) {
    this.#owner = owner;
    this.#load = load;
    this.#calls = new KeychainCalls(timeoutMs, () => noAnswer(Math.ceil(timeoutMs / 1000)));
  }

  describe(): string {
    return "the system's keychain";
  }

  async get(name: string): Promise<string | null> {
    const keychain = await this.#load();
    // A second look, because another process may replace a long value between its head and its parts.
    for (let look = 0; look < 2; look += 1) {
      const head = await this.#read(keychain, name);
      if (head === null) {
        await this.#proveUnlocked(keychain);
        return null;
      }
      const value = await this.#readParts(keychain, name, head);
      if (value !== null) return value;
    }
    throw damagedEntry(name);
  }

  async set(name: string, value: string): Promise<void> {
    const keychain = await this.#load();
    const { head, parts, sha256 } = split(value);
    const old = await this.#read(keychain, name);
    for (const [index, part] of parts.entries()) {
      await this.#write(keychain, partName(name, sha256 ?? '', index), part);
    }
    await this.#write(keychain, name, head);
    if (old !== null && old !== head) await this.#removeParts(keychain, name, old);
  }

  async delete(name: string): Promise<void> {
    const keychain = await this.#load();
    const old = await this.#read(keychain, name);
    if (old === null) return this.#proveUnlocked(keychain);
    await this.#remove(keychain, name);
    await this.#removeParts(keychain, name, old);
  }

  check(): Promise<void> {
    return checkByCanary(this);
  }

  /** keytar gives null for an entry in a locked keychain too; believing that would make a new key over an old ledger. */
  async #proveUnlocked(keychain: Keychain): Promise<void> {
    if ((await this.#read(keychain, MARKER)) !== null) return;
    await this.#write(
      keychain,
      MARKER,
      'Clearfolder uses this entry to see whether the keychain is unlocked.',
    );
    if ((await this.#read(keychain, MARKER)) === null) throw locked();
  }

  async #readParts(keychain: Keychain, name: string, stored: string): Promise<string | null> {
    const head = readHead(stored);
    if (head === null) return stored;
    if (head === 'damaged') return null;
    const parts: string[] = [];
    for (let index = 0; index < head.parts; index += 1) {
      const part = await this.#read(keychain, partName(name, head.sha256, index));
      if (part === null) return null;
      parts.push(part);
    }
    return join(head, parts);
  }

  async #removeParts(keychain: Keychain, name: string, stored: string): Promise<void> {
    const head = readHead(stored);
    if (head === null || head === 'damaged') return;
    for (let index = 0; index < head.parts; index += 1) {
      await this.#remove(keychain, partName(name, head.sha256, index));
    }
  }

  #read(keychain: Keychain, name: string): Promise<string | null> {
    return this.#run(async () => (await keychain.getPassword(SERVICE, this.#account(name))) ?? null);
  }

  #write(keychain: Keychain, name: string, value: string): Promise<void> {
    return this.#run(() => keychain.setPassword(SERVICE, this.#account(name), value));
  }

  #remove(keychain: Keychain, name: string): Promise<boolean> {
    return this.#run(() => keychain.deletePassword(SERVICE, this.#account(name)));
  }

  #account(name: string): string {
    return `${this.#owner}/${name}`;
  }

  #run<T>(call: () => Promise<T>): Promise<T> {
    return this.#calls.run(async () => {
      try {
        return await call();
      } catch (error) {
        throw fromSystem(error);
      }
    });
  }
}

/** Late, because the native part needs libsecret on Linux and its absence must not stop the program. */
async function loadKeytar(): Promise<Keychain> {
  try {
    const { default: keytar } = await import('keytar');
    return keytar;
  } catch {
    throw notLoaded(process.platform);
  }
}
