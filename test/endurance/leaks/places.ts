import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { filesBelow } from '../../support/files-below.ts';
import { ledgerPages, logPages } from '../../support/ledger-pages.ts';
import { type Found, searchFor } from './forms.ts';

const secretsSchema = z.object({ entries: z.record(z.string(), z.string()) });
const tokenSchema = z.object({ token: z.string() });

/** The current secrets in the station's private file. */
export function keptSecrets(path: string): { token: string | null; keys: string[] } {
  if (!existsSync(path)) return { token: null, keys: [] };
  const { entries } = secretsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const token = entries['token:test'];
  return {
    token: token === undefined ? null : tokenSchema.parse(JSON.parse(token)).token,
    keys: Object.entries(entries).flatMap(([name, value]) =>
      name.startsWith('ledger-key') ? (value.match(/[0-9a-f]{64}/g) ?? []) : [],
    ),
  };
}

/** The searched places, and the canaries at forbidden places. */
export class Places {
  readonly leaks: string[] = [];
  bytes = 0;
  places = 0;

  /** Searches one place; gives whether anything was found there. */
  search(place: string, bytes: Buffer, canaries: readonly string[]): Found[] {
    this.bytes += bytes.length;
    this.places += 1;
    return searchFor(canaries)(bytes).map((found) => ({ ...found, place }));
  }

  none(place: string, bytes: Buffer, canaries: readonly string[]): void {
    for (const { canary, form, at } of this.search(place, bytes, canaries)) {
      this.leaks.push(`${place}: "${canary.slice(0, 12)}..." (${form}) at ${at}`);
    }
  }

  /** A search that finds nothing anywhere would prove nothing. */
  some(place: string, bytes: Buffer, canary: string): void {
    if (this.search(place, bytes, [canary]).length === 0)
      this.leaks.push(`${place}: the search is blind here`);
  }

  files(root: string, canaries: readonly string[], except: (file: string) => boolean): void {
    for (const file of filesBelow(root)) {
      if (except(file)) continue;
      this.none(file, readFileSync(join(root, file)), canaries);
      this.none(`the name of ${file}`, Buffer.from(file), canaries);
    }
  }

  /** Searches every deciphered page of every copy of the ledger, which may hold names of patients, but no secrets. */
  ledgers(dir: string, keys: readonly string[], secrets: readonly string[], patient: string): void {
    const names = [dir, join(dir, 'backups')].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /\.db($|\.replaced-[^-]*-[^-]*-[^-]*-[^-]*-[^-]*Z$)/.test(name))
        .map((name) => join(folder, name)),
    );
    for (const path of names) {
      const opened = keys.map((key) => ({ key, pages: ledgerPages(path, key) }));
      const match = opened.find(({ pages }) => pages.includes('CREATE TABLE station_state'));
      if (match === undefined) this.leaks.push(`${path}: no key opens it, so it was not searched`);
      else {
        this.none(`${path}, deciphered`, match.pages, secrets);
        const log = logPages(`${path}-wal`, match.key);
        this.none(`${path}-wal, deciphered`, log, secrets);
        if (!path.endsWith('ledger.db')) continue;
        this.some(`${path}, deciphered`, match.pages, patient);
        // The last process run was killed: only the log holds its last writes.
        this.some(`${path}-wal, deciphered`, log, patient);
      }
    }
  }
}
