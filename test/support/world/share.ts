import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ARCHIVE_FOLDER, CONTROL_FOLDER } from '../../../src-main/core/share-io/own-folders.ts';
import { allow, forbid, MOVE_CHANGES } from './forbidden.ts';

export interface Version {
  readonly sha256: string;
  /** False for a half-written document, which must never be sent. */
  readonly whole: boolean;
}

/** A copy of a folder, with what the folder held. */
export interface Kept {
  readonly place: string;
  readonly files: ReadonlyMap<string, Version>;
  readonly parts: ReadonlySet<string>;
}

/** `a-file`: a file has the archive's name. `EACCES`, `EROFS`: the archive is read-only. `stuck`: documents cannot leave their folder. */
export type Block = 'a-file' | 'EACCES' | 'EROFS' | 'stuck';

/** A hospital folder with people and scanners. Knows the content that must be there (I4), and every version of all time (I3). */
export class Share {
  readonly root: string;
  readonly #away: string;
  readonly #now: () => number;
  /** The mounts of stations: each station may lose its own mount. */
  readonly #mounts = new Set<string>();
  /** The files by their paths relative to the root. */
  readonly files = new Map<string, Version>();
  /** The sha256 of every whole version of all time. */
  readonly versions = new Set<string>();
  /** Called with the path of every change, '' for the folder itself. */
  readonly watchers = new Set<(path: string) => void>();
  /** Called after a flood of reports, of which the system dropped some. */
  readonly floods = new Set<() => void>();
  /** Whether changes are not reported. */
  isSilent = false;
  /** The paths of texts that were written as the beginning of a longer text. */
  readonly parts = new Set<string>();
  #exchanged = 0;
  #block: Block | null = null;
  /** How many moves into the archive the system refused. */
  refusedMoves = 0;
  #documents = 0;
  #names = 0;
  #ticks = 0;

  constructor(root: string, now: () => number) {
    this.root = root;
    this.#away = `${root}-away`;
    this.#now = now;
    mkdirSync(root, { recursive: true });
  }

  get isThere(): boolean {
    return !existsSync(this.#away);
  }

  /** Unmounts the share; `hollow` leaves an empty mount point. */
  leave(hollow: boolean): void {
    if (!this.isThere) return;
    renameSync(this.root, this.#away);
    if (hollow) mkdirSync(this.root);
    this.report('');
  }

  return(): void {
    if (this.isThere) return;
    rmSync(this.root, { recursive: true, force: true });
    renameSync(this.#away, this.root);
    this.report('');
  }

  mount(path: string): void {
    this.#mounts.add(path);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) symlinkSync(this.root, path);
  }

  unmount(path: string): void {
    rmSync(path, { force: true });
  }

  /** A name that was never used. */
  fresh(): string {
    this.#names += 1;
    return `f${this.#names}`;
  }

  /** Writes a new document or a new version, or only its first half. */
  write(path: string, whole = true): void {
    this.#documents += 1;
    const text = `%PDF-1.4\ndocument ${this.#documents} ${path}\n`.padEnd(300 + (this.#documents % 7), 'x');
    this.#put(path, Buffer.from(whole ? `${text}\n%%EOF\n` : text), whole);
  }

  /** Writes the beginning of a text: nothing in the text shows that more follows, so a station may send the beginning. */
  writePart(path: string): void {
    this.#documents += 1;
    this.parts.add(path);
    this.#put(path, Buffer.from(`text ${this.#documents} ${path}\n`.padEnd(300, 'x')), true);
  }

  /** Puts another folder with the same files in the place of this folder. */
  exchange(): void {
    if (!this.isThere || this.#block !== null) return;
    this.#exchanged += 1;
    const next = `${this.root}-next`;
    cpSync(this.root, next, { recursive: true, preserveTimestamps: true });
    renameSync(this.root, `${this.root}-former-${this.#exchanged}`);
    renameSync(next, this.root);
  }

  /** Reports so many changes of a file that is not there. */
  burst(count: number): void {
    for (let index = 0; index < count; index += 1) this.report(`burst-${index}.tmp`);
    for (const tell of this.floods) tell();
  }

  /** Copies all files to `place`. */
  keepAt(place: string): Kept {
    rmSync(place, { recursive: true, force: true });
    cpSync(this.#standing(), place, { recursive: true, preserveTimestamps: true });
    return { place, files: new Map(this.files), parts: new Set(this.parts) };
  }

  /** Puts the copy back, with its names, bytes and times. Then people put the later documents into the folder again. */
  putBack({ place, files, parts }: Kept): void {
    this.return();
    const later = [...this.files].flatMap(([path, version]) =>
      files.get(path)?.sha256 === version.sha256 || !existsSync(this.at(path))
        ? []
        : [{ path, version, bytes: readFileSync(this.at(path)) }],
    );
    rmSync(this.root, { recursive: true });
    cpSync(place, this.root, { recursive: true, preserveTimestamps: true });
    this.files.clear();
    for (const [path, version] of files) this.files.set(path, version);
    this.parts.clear();
    for (const path of parts) this.parts.add(path);
    this.report('');
    for (const { path, version, bytes } of later) this.#put(path, bytes, version.whole);
  }

  /** Whether nothing of the document is left to write. */
  isWhole(path: string): boolean {
    return !this.parts.has(path) && this.files.get(path)?.whole !== false;
  }

  /** Writes the second half of a document. */
  finish(path: string): void {
    const before = this.files.get(path);
    if (before !== undefined && this.parts.delete(path)) {
      this.#put(path, Buffer.concat([readFileSync(this.at(path)), Buffer.from('the end\n')]), true);
      return;
    }
    if (before === undefined || before.whole) return;
    this.#put(path, Buffer.concat([readFileSync(this.at(path)), Buffer.from('\n%%EOF\n')]), true);
  }

  /** The same bytes as a file of this or another share. */
  copy(path: string, to: string, from: Share = this): void {
    const { whole } = from.files.get(path) ?? { whole: false };
    this.#put(to, readFileSync(from.at(path)), whole);
  }

  touch(path: string): void {
    this.#date(this.at(path));
    this.report(path);
  }

  rename(path: string, to: string): void {
    const version = this.files.get(path);
    if (version === undefined || this.files.has(to)) return;
    mkdirSync(dirname(this.at(to)), { recursive: true });
    renameSync(this.at(path), this.at(to));
    this.files.delete(path);
    this.files.set(to, version);
    this.report(path);
    this.report(to);
  }

  remove(path: string): void {
    rmSync(this.at(path));
    this.files.delete(path);
    this.report(path);
  }

  moveIn(folder: string, count: number): void {
    const outside = `${this.root}-outside`;
    mkdirSync(outside);
    const names = Array.from({ length: count }, (_, index) => `${index}.pdf`);
    const inside = new Share(outside, this.#now);
    inside.#documents = this.#documents + 1_000_000 * (1 + this.#ticks);
    for (const name of names) inside.write(name);
    renameSync(outside, this.at(folder));
    for (const [name, version] of inside.files) {
      this.files.set(`${folder}/${name}`, version);
      this.versions.add(version.sha256);
    }
    this.#ticks += count;
    this.report(folder);
  }

  /** Blocks the archive in this way, or not at all. */
  blockArchive(how: Block | null): void {
    const archive = join(this.#standing(), ARCHIVE_FOLDER);
    const kept = `${this.root}-archive`;
    if (this.#block === 'a-file') {
      rmSync(archive);
      if (existsSync(kept)) renameSync(kept, archive);
    }
    const roots = [this.root, ...this.#mounts];
    for (const root of roots) {
      allow(root);
      allow(join(root, ARCHIVE_FOLDER));
    }
    this.#block = how;
    const onRefused = () => {
      this.refusedMoves += 1;
    };
    switch (how) {
      case 'a-file':
        if (existsSync(archive)) renameSync(archive, kept);
        writeFileSync(archive, '');
        return;
      case 'EACCES':
      case 'EROFS':
        for (const root of roots)
          forbid(join(root, ARCHIVE_FOLDER), { code: how, changes: MOVE_CHANGES, onRefused });
        return;
      case 'stuck':
        for (const root of roots) {
          const but = join(root, ARCHIVE_FOLDER);
          forbid(root, { code: 'EACCES', changes: ['unlink'], but, onRefused });
        }
    }
  }

  get blockedBy(): Block | null {
    return this.#block;
  }

  at(path: string): string {
    return join(this.#standing(), path);
  }

  /** The sha256 of every file by its path, also in the archive, without the control folder. */
  found(): Map<string, string> {
    const found = new Map<string, string>();
    const look = (below: string) => {
      for (const entry of readdirSync(join(this.#standing(), below), { withFileTypes: true })) {
        const path = below === '' ? entry.name : `${below}/${entry.name}`;
        if (path === CONTROL_FOLDER) continue;
        if (entry.isDirectory()) look(path);
        else found.set(path, sha256Of(readFileSync(this.at(path))));
      }
    };
    look('');
    return found;
  }

  #standing(): string {
    return this.isThere ? this.root : this.#away;
  }

  #put(path: string, bytes: Buffer, whole: boolean): void {
    const target = this.at(path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
    this.#date(target);
    const sha256 = sha256Of(bytes);
    this.files.set(path, { sha256, whole });
    if (whole) this.versions.add(sha256);
    this.report(path);
  }

  /** Reports the change of a name to all watchers, unless reports are lost. */
  report(path: string): void {
    if (this.isSilent) return;
    for (const watcher of this.watchers) watcher(path);
  }

  /** Sets the world's time: hardly any real time passes here, and two versions of one moment would look alike. */
  #date(target: string): void {
    this.#ticks += 1;
    const seconds = (this.#now() + (this.#ticks % 1000)) / 1000;
    utimesSync(target, seconds, seconds);
  }
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
