import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { createFileStore } from './file-store.ts';
import { createKeychainStore } from './keychain-store.ts';
import { type SecretStore, SecretStoreError } from './secret-store.ts';

export type SecretsChoice = { readonly kind: 'keychain' } | { readonly kind: 'file'; readonly path: string };

/**
 * Parses the value of the option `--secrets`: `keychain` or `file:PATH`. A relative path starts at the current folder.
 *
 * @throws SecretStoreError `secrets.bad-choice`
 */
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
 * Returns the secret store for an environment. In practice mode, returns a private file in the data folder if `choice` is null or if this
 * file exists, because the secrets of practice mode protect nothing real. Otherwise returns the chosen store; if `choice` is null, the
 * keychain. A store that does not work is never replaced by another store. The first use of such a store rejects with an explanation
 * (docs/architecture.md 7).
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
  // If the file exists, the file contains the secrets that practice mode has made. A store that a person chooses later does not contain
  // these secrets.
  if (environment === 'practice' && (choice === null || existsSync(path))) {
    return createFileStore(path, { clock, label: 'a private file, because this is practice mode:' });
  }
  if (choice?.kind === 'file') return createFileStore(choice.path, { clock });
  return createKeychainStore(dataFolder.station.id);
}
