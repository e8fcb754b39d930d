import { SecretStoreError } from './secret-store.ts';

const FILE_INSTEAD = 'or choose a private file instead with --secrets file:PATH';
const WAITS =
  'Without the keychain nothing can be sent. Documents stay in their folders and nothing is lost.';

/** The native part of keytar could not be loaded: on Linux, libsecret is missing. */
export function notLoaded(platform: NodeJS.Platform): SecretStoreError {
  return new SecretStoreError(
    'secrets.unavailable',
    `Clearfolder cannot use the system's keychain, because a system library is missing. ${WAITS}`,
    platform === 'linux'
      ? `Install libsecret (Debian and Ubuntu: libsecret-1-0) and a keyring such as gnome-keyring, ${FILE_INSTEAD}.`
      : `Install Clearfolder again, ${FILE_INSTEAD}.`,
  );
}

export function noAnswer(seconds: number): SecretStoreError {
  return new SecretStoreError(
    'secrets.no-answer',
    `The system's keychain did not respond for ${seconds} seconds and probably waits for a password. ${WAITS}`,
    `Look for a window that asks for the password of the keychain and enter the password, then try again; ${FILE_INSTEAD}.`,
  );
}

export function locked(): SecretStoreError {
  return new SecretStoreError(
    'secrets.locked',
    `The system's keychain is locked, or was never set up. Its entries are not lost, but Clearfolder cannot read them now. ${WAITS}`,
    `Log in to the desktop or unlock the keychain, then try again; on a machine where nobody logs in, choose a private file with --secrets file:PATH.`,
  );
}

export function damagedEntry(name: string): SecretStoreError {
  return new SecretStoreError(
    'secrets.damaged',
    `The keychain entry "${name}" is incomplete. ${WAITS}`,
    'Set the api_secret again (clearfolder secret set). If this is said of the ledger-key, restore the keychain from a backup.',
  );
}

// Messages of a locked keychain. Linux: gnome-keyring and KWallet. macOS: errSecInteractionNotAllowed, errSecAuthFailed, canceled.
const LOCKED = [
  /locked collection/i,
  /\block(ed)?\b/i,
  /\/org\/freedesktop\/secrets\/collection/,
  /interaction is not allowed/i,
  /passphrase you entered is not correct/i,
  /cancell?ed/i,
  /dismissed/i,
];

/** Quotes the system's message, which helps to find the cause and holds no secret. */
export function fromSystem(error: unknown): SecretStoreError {
  const message = error instanceof Error ? error.message : 'no reason given';
  if (LOCKED.some((pattern) => pattern.test(message))) return locked();
  return new SecretStoreError(
    'secrets.unavailable',
    `Clearfolder cannot reach the system's keychain (${message.slice(0, 200)}). ${WAITS}`,
    `Start Clearfolder from a desktop session that has a keychain, ${FILE_INSTEAD}.`,
  );
}
