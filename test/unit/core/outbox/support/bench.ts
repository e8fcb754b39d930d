import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished } from 'vitest';
import type { Random } from '../../../../../src-main/core/clock.ts';
import type { Ledger } from '../../../../../src-main/core/ledger/db/ledger.ts';
import { openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';
import { addMessage, messageTable } from '../../../../../src-main/core/ledger/tables/messages.ts';
import type {
  MessagePayload,
  MessageRow,
  NewFile,
  SubmissionRow,
} from '../../../../../src-main/core/ledger/tables/outbox-rows.ts';
import { addSubmission, submissionTable } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import type { LogEvents } from '../../../../../src-main/core/log/events.ts';
import type { CreateGuard } from '../../../../../src-main/core/outbox/context.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '../../../../../src-main/core/outbox/outbox.ts';
import { createTestClock } from '../../../../support/clock.ts';
import { sha256Of } from '../../../../support/documents.ts';
import { newFile, newSubmission } from '../../../../support/new-submission.ts';
import { seededRandom } from '../../../../support/random.ts';
import type { ModelTask } from '../../../../support/service-model/model-task.ts';
import { formFileOf, ScriptedService } from '../../../../support/service-model/scripted-service.ts';
import { testDir } from '../../../../support/test-dir.ts';

/** A document of this content. */
interface Written {
  readonly name: string;
  readonly mediaType: string;
  readonly content: string;
}

interface BenchOptions {
  dir: string;
  seed?: number;
  random?: Random;
  /** Lowered in property tests alone, where thousands of ledgers are made. */
  synchronous?: 'FULL' | 'OFF';
  outbox?: Partial<OutboxOptions>;
  guard?: Partial<CreateGuard>;
}

export const IDLE_TIMEOUT_MS = 20_000;
export const QUARANTINE_MS = 90_000;

/** One station with a real ledger and spool, a model of the service, and virtual time; it can crash and start again. */
export function createBench({
  dir,
  seed = 1,
  random,
  synchronous = 'FULL',
  outbox: changes = {},
  guard = {},
}: BenchOptions) {
  const clock = createTestClock();
  const service = new ScriptedService(clock);
  const chance = random ?? seededRandom(seed);
  const spoolDir = join(dir, 'spool');
  mkdirSync(spoolDir, { recursive: true });
  const recorded: { uuid: string; mine: boolean }[] = [];
  const logged: { event: keyof LogEvents; fields: LogEvents[keyof LogEvents] }[] = [];
  let ledger = open();
  let life = clock.process();
  let client = service.client(life.clock);
  let outbox = build();
  let ids = 0;

  function open(): Ledger {
    const opened = openLedger({ path: join(dir, 'ledger.db'), key: 'a'.repeat(64), now: () => clock.now() });
    if (synchronous === 'OFF') opened.db.pragma('synchronous = OFF');
    return opened;
  }

  function build(): Outbox {
    return createOutbox({
      ledger,
      commit: async (work) => ledger.transaction(work),
      client,
      spool: {
        pathOf: (name) => join(spoolDir, name),
        remove: async (names) => {
          for (const name of names) rmSync(join(spoolDir, name), { force: true });
        },
      },
      guard: { mayCreate: async () => true, whyNot: () => 'station.other', ...guard },
      recordTask: (details, options) => void recorded.push({ uuid: details.uuid, ...options }),
      clock: life.clock,
      random: chance,
      log: (event, fields) => void logged.push({ event, fields }),
      concurrency: 4,
      idleTimeoutSeconds: IDLE_TIMEOUT_MS / 1000,
      quarantineSeconds: null,
      ...changes,
    });
  }

  function freeze(id: string, names: readonly (string | Written)[], content = id): NewFile[] {
    return names.map((given, index) => {
      const fileName = typeof given === 'string' ? given : given.name;
      const spoolName = `${id}-${index}`;
      const bytes = Buffer.from(typeof given === 'string' ? `${content} ${fileName}` : given.content);
      writeFileSync(join(spoolDir, spoolName), bytes);
      const frozen = newFile(fileName, { size: bytes.length, sha256: sha256Of(bytes), spoolName });
      return typeof given === 'string' ? frozen : { ...frozen, mediaType: given.mediaType };
    });
  }

  /** kill -9: nothing of the old process runs on; the ledger is opened again as it is on disk. */
  function crash(): void {
    life.die();
    client.cut();
    ledger.close();
    renew();
  }

  function renew(): void {
    life = clock.process();
    ledger = open();
    client = service.client(life.clock);
    outbox = build();
  }

  const nextId = () => `01TEST${String(++ids).padStart(20, '0')}`;

  return {
    dir,
    clock,
    service,
    spoolDir,
    recorded,
    logged,
    get ledger() {
      return ledger;
    },
    get outbox() {
      return outbox;
    },
    submit(
      options: {
        files?: readonly string[];
        perhapsSent?: boolean;
        taskType?: string;
        folderId?: string;
        /** Two submissions of the same content carry the same documents. */
        content?: string;
        /** The external_id that the person chose. */
        reference?: string;
        /** The end of the undo time. */
        notBefore?: number;
        elsewhere?: boolean;
      } = {},
    ): string {
      const id = nextId();
      const files = freeze(id, options.files ?? ['scan.pdf'], options.content);
      const { taskType = 'prior-auth', perhapsSent = false, folderId = null, reference = null } = options;
      const { notBefore } = options;
      const submission = newSubmission(id, files, {
        ...{ taskType, perhapsSent, folderId, reference },
        ...(notBefore !== undefined && { notBefore }),
      });
      if (options.elsewhere === true) {
        const other = open();
        other.transaction(() => addSubmission(other, submission, clock.now()));
        other.close();
        return id;
      }
      ledger.transaction(() => addSubmission(ledger, submission, clock.now()));
      outbox.wake();
      return id;
    },
    say(taskUuid: string, payload: MessagePayload, files: readonly (string | Written)[] = []): string {
      const id = nextId();
      addMessage(ledger, { id, taskUuid, payload, files: freeze(id, files), actor: 'clerk' }, clock.now());
      outbox.wake();
      return id;
    },
    /** A Task that waits for an answer, or one of the fields given. */
    addTask: (fields: Partial<Pick<ModelTask, 'external_id' | 'task_type' | 'status'>> = {}) =>
      service.tasks.add({ status: 'waiting', ...fields }),
    /** A Task that somebody else made of other documents, and that lists its input. */
    addStranger(externalId: string | null = null): ModelTask {
      const task = service.tasks.add({ external_id: externalId });
      service.tasks.addData(task, 'upload', {});
      return task;
    },
    /** The Task holds this document of a message already. */
    hold(task: ModelTask, id: string, fileName: string, name = fileName): void {
      const file = messageTable(ledger)
        .files(id)
        .find(({ file_name }) => file_name === fileName);
      if (file?.spool_name == null) throw new Error('no such document');
      const spoolPath = join(spoolDir, file.spool_name);
      const { media_type: mediaType, size, sha256 } = file;
      const part = { fileName: name, mediaType, spoolPath, size, sha256 };
      service.tasks.addFile(task, formFileOf(part), 'upload');
    },
    row(id: string): SubmissionRow {
      const row = submissionTable(ledger).get(id);
      if (row === null) throw new Error('no such submission');
      return row;
    },
    message(id: string): MessageRow {
      const row = messageTable(ledger).get(id);
      if (row === null) throw new Error('no such message');
      return row;
    },
    logs: (event: keyof LogEvents) => logged.filter((line) => line.event === event),
    crash,
    /** kill -9, and another start. */
    async startAgain(): Promise<void> {
      crash();
      await outbox.start();
    },
    /** Ends and starts properly. */
    async restart(): Promise<void> {
      await outbox.stop();
      ledger.close();
      renew();
      await outbox.start();
    },
    settle: (limitMs: number) => clock.runUntil(() => outbox.settled(), limitMs),
    /** Lets time pass until all has ended. @throws when something goes on for longer */
    async end(limitMs: number): Promise<void> {
      expect(await clock.runUntil(() => outbox.settled(), limitMs)).toBe(true);
    },
    /** Lets time pass until all has ended, by when the submission must be accepted. */
    async endAccepted(limitMs: number, id: string): Promise<void> {
      await this.end(limitMs);
      expect(this.row(id).state).toBe('accepted');
    },
    /** Starts the outbox, and lets so much time pass. */
    async start(passMs = 0): Promise<void> {
      await outbox.start();
      if (passMs > 0) await clock.advance(passMs);
    },
    /** Starts the outbox, and lets time pass until all has ended. @throws when something goes on for longer */
    async startAndEnd(limitMs: number): Promise<void> {
      await outbox.start();
      expect(await clock.runUntil(() => outbox.settled(), limitMs)).toBe(true);
    },
    /** Lets time pass until all has ended, and what the service takes late has been taken. */
    async rest(): Promise<void> {
      expect(await clock.runUntil(() => outbox.settled(), 4 * 3_600_000)).toBe(true);
      await clock.advance(10_000);
    },
    async close(): Promise<void> {
      life.die();
      client.cut();
      ledger.close();
      await clock.settle();
    },
  };
}

export type Bench = ReturnType<typeof createBench>;

/** A bench in a folder of its own; both go when the test ends. */
export async function openBench(options: Omit<BenchOptions, 'dir'> = {}): Promise<Bench> {
  const bench = createBench({ ...options, dir: testDir().path });
  onTestFinished(() => bench.close());
  return bench;
}

/** The bench of the running test, in files that call `benchForEachTest`. */
export let bench: Bench;

export function benchForEachTest(): void {
  beforeEach(() => benchWith({}));
}

/** The running test has a bench of another kind from here on. */
export async function benchWith(options: Omit<BenchOptions, 'dir'>): Promise<void> {
  bench = await openBench(options);
}
