import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { z } from 'zod';
import { say } from '../../contract/say.ts';
import { checkByCanary, type SecretStore, SecretStoreError } from './secret-store.ts';

/** The functions of `keytar` that this store uses. `findCredentials` crashes the process if the keychain is locked. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

const SERVICE = 'Clearfolder';
// An entry in every keychain of this store. If the keychain returns null for the stored entry, the keychain is locked.
const MARKER = 'marker';

/** Creates a secret store in the operating system's keychain. `owner` is the station's id, the first part of each account name. */
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

  // Rejects if the keychain is locked. keytar then returns null for every entry, and Clearfolder would make a new ledger key.
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
    describe: () => say('secrets.systemKeychain'),
    async get(name) {
      // Another process may replace a long value between the reads of the head and of the parts, so the loop reads up to two times.
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

// Runs calls one after another, each with a time limit. A call that hangs cannot be ended, and occupies a thread that file access
// needs too. While a call hangs, no other call begins, and callers get `secrets.no-answer` at once.
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

// On Linux keytar needs libsecret, and the program must start without libsecret.
async function loadKeytar(): Promise<Keychain> {
  try {
    const { default: keytar } = await import('keytar');
    return keytar;
  } catch {
    throw notLoaded(process.platform);
  }
}

// The keychain of Windows stores at most 2,560 bytes per entry. A long value is therefore stored in parts, and one more entry, the
// head, has the number of parts and the hash of the value. The names of the parts contain the hash too, so a new value never
// overwrites the parts of the old value, and a reader finds one complete value even after a crash.

// The maximum size of a part in bytes. Every keychain accepts an entry of this size.
const PART_BYTES = 2048;
const HEAD_MARK = 'clearfolder-parts:';
const headSchema = z.object({ parts: z.number().int().min(1).max(1000), sha256: z.string() });

type ChunkHead = z.infer<typeof headSchema>;

// The caller must write the parts before the head. A short value has no parts, and the head is the value itself.
function split(value: string): { head: string; parts: readonly string[]; sha256: string | null } {
  if (Buffer.byteLength(value) <= PART_BYTES && !value.startsWith(HEAD_MARK)) {
    return { head: value, parts: [], sha256: null };
  }
  const encoded = Buffer.from(value).toString('base64');
  const parts: string[] = [];
  for (let at = 0; at < encoded.length; at += PART_BYTES) parts.push(encoded.slice(at, at + PART_BYTES));
  const sha256 = hash(value);
  const head: ChunkHead = { parts: parts.length, sha256 };
  return { head: `${HEAD_MARK}${JSON.stringify(head)}`, parts, sha256 };
}

// Parses the head of a long value. Returns null if `stored` is a short value, and `damaged` if the head cannot be read.
function readHead(stored: string): ChunkHead | null | 'damaged' {
  if (!stored.startsWith(HEAD_MARK)) return null;
  try {
    return headSchema.parse(JSON.parse(stored.slice(HEAD_MARK.length)));
  } catch {
    return 'damaged';
  }
}

// Joins the parts to the value. Returns null if the parts do not match the head.
function join(head: ChunkHead, parts: readonly string[]): string | null {
  const value = Buffer.from(parts.join(''), 'base64').toString('utf8');
  return hash(value) === head.sha256 ? value : null;
}

function partName(name: string, sha256: string, index: number): string {
  return `${name}#${sha256.slice(0, 12)}.${index}`;
}

function hash(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

const FILE_INSTEAD = say('secrets.choosePrivateFileInstead');
const WAITS = say('secrets.withoutKeychainNothingSent');

/** Returns the error for a keytar whose native library cannot be loaded. On Linux, the usual cause is that libsecret is missing. */
export function notLoaded(platform: NodeJS.Platform): SecretStoreError {
  return new SecretStoreError(
    'secrets.unavailable',
    say('secrets.cannotUseSystemKeychain', {
      waits: WAITS,
    }),
    platform === 'linux'
      ? say('secrets.installLibsecretPackageLibsecret', { instead: FILE_INSTEAD })
      : say('secrets.installAgain', { instead: FILE_INSTEAD }),
  );
}

function noAnswer(seconds: number): SecretStoreError {
  return new SecretStoreError(
    'secrets.no-answer',
    say('secrets.systemKeychainNotRespond', { seconds, waits: WAITS }),
    say('secrets.lookWindowAsksPassword', { instead: FILE_INSTEAD }),
  );
}

function locked(): SecretStoreError {
  return new SecretStoreError(
    'secrets.locked',
    say('secrets.systemKeychainLocked', { waits: WAITS }),
    say('secrets.logDesktopUnlockKeychain'),
  );
}

function damagedEntry(name: string): SecretStoreError {
  return new SecretStoreError(
    'secrets.damaged',
    say('secrets.keychainEntryIncomplete', { name, waits: WAITS }),
    say('secrets.setApiSecretAgain'),
  );
}

// These patterns match messages of gnome-keyring, KWallet, errSecInteractionNotAllowed, errSecAuthFailed and canceled dialogs.
const LOCKED = [
  /locked collection/i,
  /\block(ed)?\b/i,
  /\/org\/freedesktop\/secrets\/collection/,
  /interaction is not allowed/i,
  /passphrase you entered is not correct/i,
  /cancell?ed/i,
  /dismissed/i,
];

// The message of the operating system helps to find the cause and contains no secret.
function fromSystem(error: unknown): SecretStoreError {
  const message = error instanceof Error ? error.message : 'no reason given';
  if (LOCKED.some((pattern) => pattern.test(message))) return locked();
  return new SecretStoreError(
    'secrets.unavailable',
    say('secrets.cannotReachSystemKeychain', { message, waits: WAITS }),
    say('secrets.startDesktopSessionKeychain', {
      instead: FILE_INSTEAD,
    }),
  );
}
