import { copyFileSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Share } from './share.ts';

const SECOND = 1_000_000_000n;

/**
 * Gives files of a folder new inode numbers with the same names, bytes and times, as the move of a share to another server or
 * the restore of a backup does.
 */
export class NewNumbers {
  readonly #share: Share;
  /** Outside the folder, on the same disk. */
  readonly #place: string;
  /** Files that are away until `bringBack`. */
  readonly #away = new Set<string>();
  /** How many files got a new number. */
  count = 0;

  constructor(share: Share) {
    this.#share = share;
    this.#place = `${share.root}-numbers`;
  }

  /** Renews the numbers of all files. */
  renew(): void {
    for (const path of this.#standing()) this.#copy(this.#share.at(path), path);
  }

  /** Takes every second file away, or all files. */
  takeAway(all: boolean): void {
    for (const [index, path] of this.#standing().entries()) {
      if (!all && index % 2 === 1) continue;
      mkdirSync(dirname(this.#kept(path)), { recursive: true });
      renameSync(this.#share.at(path), this.#kept(path));
      this.#away.add(path);
    }
  }

  bringBack(): void {
    for (const path of this.#away) {
      this.#copy(this.#kept(path), path);
      rmSync(this.#kept(path));
    }
    this.#away.clear();
  }

  #standing(): string[] {
    return [...this.#share.files.keys()].filter((path) => existsSync(this.#share.at(path)));
  }

  #kept(path: string): string {
    return join(this.#place, 'away', path);
  }

  #copy(from: string, path: string): void {
    const copy = join(this.#place, 'copy');
    mkdirSync(this.#place, { recursive: true });
    copyFileSync(from, copy);
    const { mtimeNs } = lstatSync(from, { bigint: true });
    // One number for all nanoseconds would lose digits.
    const seconds = Number(mtimeNs / SECOND) + Number(mtimeNs % SECOND) / Number(SECOND);
    utimesSync(copy, seconds, seconds);
    if (lstatSync(copy, { bigint: true }).mtimeNs !== mtimeNs) throw new Error('a copy got another time');
    mkdirSync(dirname(this.#share.at(path)), { recursive: true });
    renameSync(copy, this.#share.at(path));
    this.count += 1;
  }
}
