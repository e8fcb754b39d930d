import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderRule } from '../../../src-main/contract/settings.ts';
import { settingsSchema } from '../../../src-main/contract/settings.ts';
import { createEngine, type Engine, type EngineParts } from '../../../src-main/core/engine.ts';
import { codeOf } from '../../../src-main/core/error-code.ts';
import { deriveStamp } from '../../../src-main/core/ids.ts';
import type { Ledger } from '../../../src-main/core/ledger/db/ledger.ts';
import { type LedgerMode, openLedger } from '../../../src-main/core/ledger/db/open-ledger.ts';
import { readStamps, writeStamps } from '../../../src-main/core/ledger/tables/stamps.ts';
import type { Log } from '../../../src-main/core/log/events.ts';
import { createServiceClient } from '../../../src-main/core/service/create-service-client.ts';
import { MemoryCredentials } from '../../unit/core/service/support/memory-credentials.ts';
import type { MachineClock, TestClock } from '../clock.ts';
import type { Random } from '../random.ts';
import type { ModelReply, ModelRequest } from '../service-model/messages.ts';
import type { ServiceModel } from '../service-model/service-model.ts';
import { fill, makeRoom } from './full-disk.ts';
import { type Fate, Line } from './line.ts';
import { BASE_URL } from './outcome.ts';
import { ownOrganisation } from './person-says.ts';

export const STATION_KEY = 'c'.repeat(64);

export interface StationParts {
  readonly name: string;
  readonly dir: string;
  readonly rules: readonly Partial<FolderRule>[];
  readonly clock: TestClock;
  readonly service: ServiceModel;
  readonly random: Random;
  readonly fate: (method: string, path: string) => Fate;
  /** What stands between the station and the service. */
  readonly between?: (request: ModelRequest, serve: (request: ModelRequest) => ModelReply) => ModelReply;
  /** The environment of the settings; `practice` is the built-in one. */
  readonly environment?: 'world' | 'practice';
  readonly pace: EngineParts['pace'];
  readonly retentionDays?: number;
  readonly trackingSeconds?: number;
  /** An empty ledger to copy: making a ledger takes longer than most sequences. */
  readonly template?: string;
  /** Whether commits are as durable as in use; without it thousands of worlds fit into a minute. */
  readonly durable: boolean;
  readonly log?: Log;
}

interface StationProcess {
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
  #running: StationProcess | null = null;
  /** How many commits still fit on the disk; null for a disk with enough room. */
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
    return this.#running !== null;
  }

  get running(): StationProcess {
    if (this.#running === null) throw new Error(`${this.name} does not run`);
    return this.#running;
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

  /** Whether this machine has work under way without a timer. */
  get busy(): boolean {
    return this.#lines.some((line) => line.busy);
  }

  get rules(): readonly Partial<FolderRule>[] {
    return this.#rules;
  }

  openLedger(): Ledger {
    const ledger = openLedger(this.#ledgerAs('engine'));
    if (readStamps(ledger).length === 0) writeStamps(ledger, [deriveStamp(this.name, 'world', '')]);
    if (!this.#parts.durable) ledger.db.pragma('synchronous = OFF');
    return ledger;
  }

  async start(): Promise<void> {
    if (this.#running !== null) return;
    const { service, random, pace, clock, fate, between, name } = this.#parts;
    const ledger = this.openLedger();
    const process = this.machine.process();
    const serve = (request: ModelRequest) => service.serve(request);
    const line = new Line({
      clock,
      fate,
      serve: between === undefined ? serve : (request) => between(request, serve),
    });
    this.#lines.splice(0, this.#lines.length, ...this.#lines.filter((old) => old.busy), line);
    let dead = false;
    const log: Log = (event, fields) => {
      // The rest of a dead process finds its ledger closed: the log must not have its errors.
      if (!dead) this.#parts.log?.(event, fields);
    };
    const client = createServiceClient({
      baseUrl: BASE_URL,
      credentials: this.credentials,
      clock: process.clock,
      random,
      log,
      dispatcher: line,
      ...ownOrganisation(ledger, process.clock),
    });
    const engine = await createEngine({
      settings: this.#settings(),
      station: { id: name, name },
      ledger,
      ledgerKey: STATION_KEY,
      spoolDir: this.spoolDir,
      documentsDir: join(this.backupsDir, '..', 'documents'),
      backupsDir: this.backupsDir,
      client,
      readSecret: () => this.credentials.readSecret(),
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
    this.#running = { engine, ledger, line, die };
    this.#limit(ledger);
    try {
      await engine.start();
    } catch (error) {
      if (this.#running?.engine === engine) this.crash();
      // A later move makes room and starts the station again.
      this.#unlessFull(error);
    }
  }

  /** Ends the process as SIGTERM does. Resolves at the end; simulated time has to pass. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    this.#running = null;
    try {
      await running.engine.stop();
    } catch (error) {
      this.#unlessFull(error);
    } finally {
      running.die();
    }
  }

  /** Does what the settings screen does with a new api_secret; a stopped station finds the secret at its start. */
  async setSecret(secret: string): Promise<void> {
    this.credentials.secret = secret;
    if (this.#running === null) return;
    const { engine } = this.#running;
    await engine.outbox.credentialsChanged().catch((error: unknown) => this.#unlessFull(error));
    engine.tracker.lookSoon();
  }

  /** Does what the settings screen does with changed folders; a stopped station uses them from its start. */
  async setRules(rules: readonly Partial<FolderRule>[]): Promise<void> {
    const before = this.#rules;
    this.#rules = rules;
    const running = this.#running;
    if (running === null) return;
    try {
      await running.engine.applyFolders(this.#settings().folders);
    } catch (error) {
      if (this.#running !== running) return;
      this.#unlessFull(error);
      // The settings screen puts the settings back.
      this.#rules = before;
    }
  }

  /** Reads the ledger, also of a stopped station. */
  look<T>(work: (ledger: Ledger) => T): T {
    if (this.#running !== null) return work(this.#running.ledger);
    const ledger = openLedger(this.#ledgerAs('reader'));
    try {
      return work(ledger);
    } finally {
      ledger.close();
    }
  }

  knows(taskUuid: string): boolean {
    return (
      this.look((ledger) => ledger.prepared('SELECT 1 FROM task WHERE uuid = ?').get(taskUuid)) !== undefined
    );
  }

  /** Whether the station knows that the Task came from a submission of its own. */
  madeTask(taskUuid: string): boolean {
    const made = 'SELECT 1 FROM submission WHERE task_uuid = ?';
    return this.look((ledger) => ledger.prepared(made).get(taskUuid)) !== undefined;
  }

  /** Whether the submission of an external_id came from a watched folder. */
  sendsFromFolder(externalId: string): boolean {
    const found = `SELECT 1 FROM submission WHERE external_id = ? AND origin = 'folder'`;
    return this.look((ledger) => ledger.prepared(found).get(externalId)) !== undefined;
  }

  /** kill -9. */
  crash(): void {
    this.#running?.die();
    this.#running = null;
  }

  /** Leaves room for so many commits and for no copy; null gives all room back. */
  fillDisk(room: number | null): void {
    this.#room = room;
    if (this.#running !== null) this.#limit(this.#running.ledger);
  }

  #settings() {
    return settingsSchema.parse({
      environment: this.#parts.environment ?? 'world',
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

  /** @throws every error that is not the full disk's */
  #unlessFull(error: unknown): void {
    if (!this.diskIsFull || codeOf(error) !== 'SQLITE_FULL') throw error;
  }

  get diskIsFull(): boolean {
    return this.#room !== null;
  }

  /** Copies the ledger of a stopped station, as a person copies the data folder. */
  keepCopy(): void {
    if (this.isRunning) return;
    copyFileSync(this.#at('ledger.db'), this.#at('copy.db'));
  }

  /** Restores the copy of the ledger. Gives whether there was a copy. */
  putBack(): boolean {
    if (this.isRunning || !existsSync(this.#at('copy.db'))) return false;
    for (const tail of ['-wal', '-shm']) rmSync(this.#at(`ledger.db${tail}`), { force: true });
    copyFileSync(this.#at('copy.db'), this.#at('ledger.db'));
    return true;
  }

  /** Keeps the whole data folder and the credentials of a stopped station. Gives whether the station was stopped. */
  keepAll(): boolean {
    if (this.isRunning) return false;
    rmSync(this.#kept, { recursive: true, force: true });
    cpSync(this.#parts.dir, this.#kept, { recursive: true, preserveTimestamps: true });
    return true;
  }

  /** Puts the kept data folder back. Gives whether there was one. */
  putAllBack(): boolean {
    if (this.isRunning || !existsSync(this.#kept)) return false;
    rmSync(this.#parts.dir, { recursive: true });
    cpSync(this.#kept, this.#parts.dir, { recursive: true, preserveTimestamps: true });
    return true;
  }

  get #kept(): string {
    return `${this.#parts.dir}-kept`;
  }

  #at(name: string): string {
    return join(this.#parts.dir, name);
  }
}
