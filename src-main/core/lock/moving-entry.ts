import { inWords } from '../../contract/say.ts';
import type { SecretStore } from '../secrets/secret-store.ts';

/**
 * An entry of the secret store that belongs to the whole station. The entry therefore moves when the settings name another secret store.
 */
export interface MovingEntry {
  /** Reads the entry. If the settings name another secret store now, first moves the entry there. @throws the errors of the secret store */
  read(): Promise<string | null>;
  write(text: string | null): Promise<void>;
}

export function createMovingEntry(store: () => SecretStore, name: string): MovingEntry {
  let current: string | null | undefined;
  let currentPlace: string | null = null;
  const placeOf = (secrets: SecretStore) => `${secrets.kind} ${inWords(secrets.describe(), 'en')}`;

  async function write(text: string | null): Promise<void> {
    const secrets = store();
    if (text === null) await secrets.delete(name);
    else await secrets.set(name, text);
    current = text;
    currentPlace = placeOf(secrets);
  }

  return {
    read: async () => {
      const secrets = store();
      if (current !== undefined && currentPlace !== null && currentPlace !== placeOf(secrets))
        await write(current);
      else current = await secrets.get(name);
      currentPlace = placeOf(secrets);
      return current;
    },
    write,
  };
}
