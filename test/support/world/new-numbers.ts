import { copyFileSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Share } from './share.ts';

const SECOND = 1_000_000_000n;

/**
 * Gives files of a folder other numbers of the file system (inodes), with names, bytes and times as they were: as the move of a
 * share to another server does, or a backup that is restored.
 */
export class NewNumbers {
  readonly #share: Share;
  /** Outside the folder, on the same disk. */
  readonly #place: string;
  /** What is gone until the backup is restored. */
  readonly #away = new Set<string>();
  /** Files that got another number. */
  count = 0;

  constructor(share: Share) {
    this.#share = share;
    this.#place = `${share.root}-numbers`;
  }

  /** All that stands there, at once. */
  renew(): void {
    for (const path of this.#standing()) this.#copy(this.#share.at(path), path);
  }

  /** Every second file is gone for a while, or all of them are. */
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
    // In two parts: as one number it would lose what a folder is compared by.
    const seconds = Number(mtimeNs / SECOND) + Number(mtimeNs % SECOND) / Number(SECOND);
    utimesSync(copy, seconds, seconds);
    if (lstatSync(copy, { bigint: true }).mtimeNs !== mtimeNs) throw new Error('a copy got another time');
    mkdirSync(dirname(this.#share.at(path)), { recursive: true });
    renameSync(copy, this.#share.at(path));
    this.count += 1;
  }
}
