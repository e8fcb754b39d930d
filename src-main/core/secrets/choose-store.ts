import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { say } from '../../contract/say.ts';
import type { Clock } from '../clock.ts';
import { createFileStore } from './file-store.ts';
import { createKeychainStore } from './keychain-store.ts';
import { type SecretStore, SecretStoreError } from './secret-store.ts';

export type SecretsChoice = { readonly kind: 'keychain' } | { readonly kind: 'file'; readonly path: string };

/** Parses `keychain` or `file:PATH`. A relative path starts at the current folder. @throws SecretStoreError `secrets.bad-choice` */
export function parseSecretsChoice(text: string): SecretsChoice {
  if (text === 'keychain') return { kind: 'keychain' };
  const path = text.startsWith('file:') ? text.slice('file:'.length) : '';
  if (path !== '') return { kind: 'file', path: resolve(path) };
  throw new SecretStoreError(
    'secrets.bad-choice',
    say('secrets.valueSecretsNotValid'),
    say('secrets.useSecretsKeychain'),
  );
}

/**
 * Returns the chosen store; the keychain if `choice` is null. In practice mode, a private file in the data folder replaces the keychain.
 * No other store replaces a store that does not work: the first use then rejects with an explanation (docs/architecture.md 7).
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
  // If the file exists, the file contains secrets of practice mode that a store chosen later lacks.
  if (environment === 'practice' && (choice === null || existsSync(path))) {
    const describe = say('secrets.privateFile', { path });
    return createFileStore(path, { clock, describe });
  }
  if (choice?.kind === 'file') return createFileStore(choice.path, { clock });
  return createKeychainStore(dataFolder.station.id);
}
