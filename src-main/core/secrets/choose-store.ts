import { join, resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { FileStore } from './file-store.ts';
import { KeychainStore } from './keychain-store.ts';
import { type SecretStore, SecretStoreError } from './secret-store.ts';

export type SecretsChoice = { readonly kind: 'keychain' } | { readonly kind: 'file'; readonly path: string };

/** Reads `--secrets keychain|file:PATH`; a relative path is taken from the current folder. Throws `secrets.bad-choice`. */
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
 * The place for secrets: the one chosen, else the keychain. Practice mode, whose secrets guard nothing real, uses a file
 * in the data folder unasked, and `describe()` says so. Never falls back to another place: a place that does not work
 * fails with words when it is used (docs/architecture.md 7).
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
  if (choice === null && environment === 'practice') {
    const path = join(dataFolder.path, 'practice', 'secrets.json');
    return new FileStore(path, { clock, label: 'a private file, because this is practice mode:' });
  }
  if (choice?.kind === 'file') return new FileStore(choice.path, { clock });
  return new KeychainStore(dataFolder.station.id);
}
