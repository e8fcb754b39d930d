import { dirname } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { holdWhenFree } from '../data-folder/file-lock.ts';
import { makePrivateFolder, writePrivateFile } from '../data-folder/private-files.ts';
import { codeOf } from '../error-code.ts';
import { readOwnFile } from './own-file.ts';
import { checkByCanary, type SecretStore, SecretStoreError } from './secret-store.ts';

const fileSchema = z.object({ version: z.literal(1), entries: z.record(z.string(), z.string()) });

const LOCK_WAIT_MS = 10_000;

/**
 * Secrets in one JSON file that its owner alone may read (0600). For machines without a keychain, and chosen
 * explicitly; `label` says in words why it is used. Several processes may write to it.
 */
export class FileStore implements SecretStore {
  readonly kind = 'file';
  readonly #path: string;
  readonly #clock: Clock;
  readonly #label: string;

  constructor(path: string, { clock, label = 'the private file' }: { clock: Clock; label?: string }) {
    this.#path = path;
    this.#clock = clock;
    this.#label = label;
  }

  describe(): string {
    return `${this.#label} ${this.#path}`;
  }

  async get(name: string): Promise<string | null> {
    return (await this.#read()).get(name) ?? null;
  }

  set(name: string, value: string): Promise<void> {
    return this.#change((entries) => entries.get(name) !== value && entries.set(name, value));
  }

  delete(name: string): Promise<void> {
    return this.#change((entries) => entries.delete(name));
  }

  check(): Promise<void> {
    return checkByCanary(this);
  }

  async #read(): Promise<Map<string, string>> {
    const text = await readOwnFile(this.#path);
    if (text === null) return new Map();
    try {
      return new Map(Object.entries(fileSchema.parse(JSON.parse(text)).entries));
    } catch {
      // The parser's own message would quote the file.
      throw new SecretStoreError(
        'secrets.damaged',
        `The secrets file ${this.#path} is damaged. Without the file nothing can be sent; the file is unchanged.`,
        'Restore the file from a backup. Move the file away only if you have the api_secret and do not need the record of what was sent.',
      );
    }
  }

  /** `edit` gives something falsy where nothing is to be written. */
  async #change(edit: (entries: Map<string, string>) => unknown): Promise<void> {
    const hold = await this.#hold();
    try {
      const entries = await this.#read();
      if (!edit(entries)) return;
      const text = JSON.stringify({ version: 1, entries: Object.fromEntries(entries) }, null, 2);
      await writePrivateFile(this.#path, `${text}\n`, 'new');
    } catch (error) {
      throw this.#inWords(error);
    } finally {
      hold.release();
    }
  }

  async #hold(): Promise<{ release(): void }> {
    try {
      await makePrivateFolder(dirname(this.#path));
      const hold = await holdWhenFree(`${this.#path}.lock`, LOCK_WAIT_MS, this.#clock);
      if (hold === null) throw new Error('another program holds its lock');
      return hold;
    } catch (error) {
      throw this.#inWords(error);
    }
  }

  #inWords(error: unknown): SecretStoreError {
    if (error instanceof SecretStoreError) return error;
    return new SecretStoreError(
      'secrets.unwritable',
      `Clearfolder cannot write the secrets file ${this.#path} (${codeOf(error)}). The content of the file is unchanged.`,
      'Check that its folder exists, that the disk has free space, and that the account that runs Clearfolder may write there.',
    );
  }
}
