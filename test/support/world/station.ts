import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderRule } from '../../../src-main/contract/settings.ts';
import { settingsSchema } from '../../../src-main/contract/settings.ts';
import { createEngine, type Engine, type EngineParts } from '../../../src-main/core/engine.ts';
import { codeOf } from '../../../src-main/core/error-code.ts';
import type { Ledger } from '../../../src-main/core/ledger/ledger.ts';
import { type LedgerMode, openLedger } from '../../../src-main/core/ledger/open-ledger.ts';
import type { Log } from '../../../src-main/core/log/events.ts';
import { createServiceClient } from '../../../src-main/core/service/create-service-client.ts';
import { MemoryCredentials } from '../../unit/core/service/support/memory-credentials.ts';
import type { MachineClock, TestClock } from '../clock.ts';
import type { Random } from '../random.ts';
import type { ModelRequest } from '../service-model/messages.ts';
import type { ServiceModel } from '../service-model/service-model.ts';
import type { Firewall } from './firewall.ts';
import { fill, makeRoom } from './full-disk.ts';
import { type Fate, Line } from './line.ts';
import { BASE_URL } from './outcome.ts';

export const STATION_KEY = 'c'.repeat(64);

export interface StationParts {
  readonly name: string;
  readonly dir: string;
  readonly rules: readonly Partial<FolderRule>[];
  readonly clock: TestClock;
  readonly service: ServiceModel;
  readonly random: Random;
  readonly fate: (method: string, path: string) => Fate;
  /** What stands between the station and the service, where something does. */
  readonly firewall?: Firewall;
  readonly pace: EngineParts['pace'];
  readonly retentionDays?: number;
  readonly trackingSeconds?: number;
  /** An empty ledger, made once: to make one takes longer than most sequences. */
  readonly template?: string;
  /** Whether commits are as durable as in use; without it thousands of worlds fit into a minute. */
  readonly durable: boolean;
  readonly log?: Log;
}

interface Life {
  readonly engine: Engine;
  readonly ledger: Ledger;
  readonly line: Line;
  die(): void;
}

/** One station of the world: its machine, its data folder, and the process that runs there now, if any. */
export class WorldStation {
  readonly #parts: StationParts;
  readonly machine: MachineClock;
  readonly credentials = new MemoryCredentials();
  #life: Life | null = null;
  /** How many commits still fit on the disk; null where there is room enough. */
  #room: number | null = null;
  /** Writes to the ledger that the full disk refused. */
  refusedWrites = 0;
  readonly #lines: Line[] = [];
  #rules: readonly Partial<FolderRule>[];

  constructor(parts: StationParts) {
    this.#parts = parts;
    this.#rules = parts.rules;
    this.machine = parts.clock.machine();
    this.credentials.secret = parts.service.apiSecret;
    mkdirSync(this.#at('spool'), { recursive: true });
    if (parts.template !== undefined) copyFileSync(parts.template, this.#at('ledger.db'));
  }

  get name(): string {
    return this.#parts.name;
  }

  get isRunning(): boolean {
    return this.#life !== null;
  }

  get life(): Life {
    if (this.#life === null) throw new Error(`${this.name} does not run`);
    return this.#life;
  }

  get spoolDir(): string {
    return this.#at('spool');
  }

  get backupsDir(): string {
    return this.#at('backups');
  }

  get dataDir(): string {
    return this.#parts.dir;
  }

  /** Something of this machine moves that no timer stands for. */
  get busy(): boolean {
    return this.#lines.some((line) => line.busy);
  }

  get rules(): readonly Partial<FolderRule>[] {
    return this.#rules;
  }

  openLedger(): Ledger {
    const ledger = openLedger(this.#ledgerAs('engine'));
    if (!this.#parts.durable) ledger.db.pragma('synchronous = OFF');
    return ledger;
  }

  async start(): Promise<void> {
    if (this.#life !== null) return;
    const { service, random, pace, clock, fate, firewall, name } = this.#parts;
    const ledger = this.openLedger();
    const process = this.machine.process();
    const serve = (request: ModelRequest) => service.serve(request);
    const line = new Line({
      clock,
      fate,
      serve: firewall === undefined ? serve : (request) => firewall.pass(request, serve),
    });
    this.#lines.splice(0, this.#lines.length, ...this.#lines.filter((old) => old.busy), line);
    let dead = false;
    const log: Log = (event, fields) => {
      // What is left of a process that died finds its ledger closed: nobody hears of that.
      if (!dead) this.#parts.log?.(event, fields);
    };
    const client = createServiceClient({
      baseUrl: BASE_URL,
      credentials: this.credentials,
      clock: process.clock,
      random,
      log,
      dispatcher: line,
    });
    const engine = createEngine({
      settings: this.#settings(),
      station: { id: name, name },
      ledger,
      ledgerKey: STATION_KEY,
      spoolDir: this.spoolDir,
      backupsDir: this.backupsDir,
      client,
      clock: process.clock,
      random,
      log,
      version: '0',
      forceBacklogAsk: false,
      ...(pace && { pace }),
      onPiece: () => {
        if (this.diskIsFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      },
    });
    const die = () => {
      dead = true;
      process.die();
      line.die();
      ledger.close();
      makeRoom(ledger.db);
    };
    this.#life = { engine, ledger, line, die };
    this.#limit(ledger);
    try {
      await engine.start();
    } catch (error) {
      if (this.#life?.engine === engine) this.crash();
      // Somebody makes room and starts it again.
      this.#unlessFull(error);
    }
  }

  /** Ends as on SIGTERM. Resolves when the process has ended; time has to pass for that. */
  async stop(): Promise<void> {
    const life = this.#life;
    if (life === null) return;
    this.#life = null;
    try {
      await life.engine.stop();
    } catch (error) {
      this.#unlessFull(error);
    } finally {
      life.die();
    }
  }

  /** What the settings screen does when somebody enters the api_secret; a station that does not run finds it when it starts. */
  async setSecret(secret: string): Promise<void> {
    this.credentials.secret = secret;
    if (this.#life === null) return;
    const { engine } = this.#life;
    await engine.outbox.credentialsChanged().catch((error: unknown) => this.#unlessFull(error));
    engine.tracker.lookSoon();
  }

  /** What the settings screen does when somebody changes the folders; a station that does not run goes by them when it starts. */
  async setRules(rules: readonly Partial<FolderRule>[]): Promise<void> {
    this.#rules = rules;
    const life = this.#life;
    if (life === null) return;
    try {
      await life.engine.applyFolders(this.#settings().folders);
    } catch (error) {
      if (this.#life === life) this.#unlessFull(error);
    }
  }

  /** Looks something up in the ledger, of a station that does not run too. */
  look<T>(work: (ledger: Ledger) => T): T {
    if (this.#life !== null) return work(this.#life.ledger);
    const ledger = openLedger(this.#ledgerAs('reader'));
    try {
      return work(ledger);
    } finally {
      ledger.close();
    }
  }

  /** kill -9. */
  crash(): void {
    this.#life?.die();
    this.#life = null;
  }

  /** So many commits still fit on the disk, and not one byte of a copy; with null it has room again. */
  fillDisk(room: number | null): void {
    this.#room = room;
    if (this.#life !== null) this.#limit(this.#life.ledger);
  }

  #settings() {
    return settingsSchema.parse({
      environment: 'world',
      environments: { world: BASE_URL },
      folders: this.#rules,
      tracking: { seconds: this.#parts.trackingSeconds ?? 15 },
      retention: { days: this.#parts.retentionDays ?? 90 },
    });
  }

  #ledgerAs(mode: LedgerMode) {
    return { path: this.#at('ledger.db'), key: STATION_KEY, now: () => this.machine.now(), mode };
  }

  #limit({ db }: Ledger): void {
    const onRefused = () => {
      this.refusedWrites += 1;
    };
    if (this.#room === null) makeRoom(db);
    else fill(db, { commits: this.#room, onRefused });
  }

  /** @throws what is no word of the full disk */
  #unlessFull(error: unknown): void {
    if (!this.diskIsFull || codeOf(error) !== 'SQLITE_FULL') throw error;
  }

  get diskIsFull(): boolean {
    return this.#room !== null;
  }

  /** Keeps a copy of the ledger, as a person who copies the data folder of a stopped station. */
  keepCopy(): void {
    if (this.isRunning) return;
    copyFileSync(this.#at('ledger.db'), this.#at('copy.db'));
  }

  /** Puts the copy back in the place of the ledger. Gives whether there was one. */
  putBack(): boolean {
    if (this.isRunning || !existsSync(this.#at('copy.db'))) return false;
    for (const tail of ['-wal', '-shm']) rmSync(this.#at(`ledger.db${tail}`), { force: true });
    copyFileSync(this.#at('copy.db'), this.#at('ledger.db'));
    return true;
  }

  #at(name: string): string {
    return join(this.#parts.dir, name);
  }
}
