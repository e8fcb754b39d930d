import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { createFileStore } from './file-store.ts';
import { createKeychainStore } from './keychain-store.ts';
import { type SecretStore, SecretStoreError } from './secret-store.ts';

export type SecretsChoice = { readonly kind: 'keychain' } | { readonly kind: 'file'; readonly path: string };

/** Reads `--secrets keychain|file:PATH`; a relative path starts at the current folder. Throws `secrets.bad-choice`. */
export function parseSecretsChoice(text: string): SecretsChoice {
  if (text === 'keychain') return { kind: 'keychain' };
  const path = text.startsWith('file:') ? text.slice('file:'.length) : '';
  if (path !== '') return { kind: 'file', path: resolve(path) };
  throw new SecretStoreError(
    'secrets.bad-choice',
    'The value of --secrets is not valid, so nothing was started.',
    'Use --secrets keychain, or --secrets file:PATH with the path of a private file.',
  );
}

/**
 * Returns the chosen secret store. Without a choice, returns the keychain. In practice mode without a choice, and always once practice mode
 * has this file, returns a file in the data folder, because the secrets of practice mode protect nothing real. A store that does not work is not replaced by another store; its first
 * use rejects with an explanation (docs/architecture.md 7).
 */
export function chooseStore({
  choice,
  environment,
  dataFolder,
  clock,
}: {
  choice: SecretsChoice | null;
  environment: string;
  dataFolder: { readonly path: string; readonly station: { readonly id: string } };
  clock: Clock;
}): SecretStore {
  const path = join(dataFolder.path, 'practice', 'secrets.json');
  // A store that a person chooses for a real service does not have the secrets that practice mode made before.
  if (environment === 'practice' && (choice === null || existsSync(path))) {
    return createFileStore(path, { clock, label: 'a private file, because this is practice mode:' });
  }
  if (choice?.kind === 'file') return createFileStore(choice.path, { clock });
  return createKeychainStore(dataFolder.station.id);
}
