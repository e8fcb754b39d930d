import { createKeychainStore } from '../../../../src-main/core/secrets/keychain-store.ts';
import { ledgerKey } from '../../../../src-main/core/secrets/ledger-key.ts';
import { SecretStoreError } from '../../../../src-main/core/secrets/secret-store.ts';

/* Runs inside a keyring of its own: does the steps given as JSON and prints what came of each. */

export type Step =
  | readonly ['get', string]
  | readonly ['set', string, string]
  | readonly ['delete', string]
  | readonly ['check']
  | readonly ['ledger-key', boolean];

const [owner = '', steps = '[]'] = process.argv.slice(2);
const store = createKeychainStore(owner);

async function take(step: Step): Promise<unknown> {
  switch (step[0]) {
    case 'get':
      return store.get(step[1]);
    case 'set':
      return store.set(step[1], step[2]);
    case 'delete':
      return store.delete(step[1]);
    case 'check':
      return store.check();
    case 'ledger-key':
      return ledgerKey(store, 'production', {
        ledgerExists: () => step[1],
        alone: (work) => work(),
        randomBytes: (count) => Buffer.alloc(count, 7),
      });
  }
}

const results: unknown[] = [];
for (const step of JSON.parse(steps) as Step[]) {
  try {
    results.push({ value: (await take(step)) ?? null });
  } catch (error) {
    if (!(error instanceof SecretStoreError)) throw error;
    results.push({ code: error.code, message: error.message, next: error.next });
  }
}
process.stdout.write(JSON.stringify(results));
