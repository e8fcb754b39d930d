import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { settingsSchema } from '../../../src-main/contract/settings.ts';
import type { AccountView } from '../../../src-main/contract/views/common.ts';
import { systemClock } from '../../../src-main/core/clock.ts';
import { createEngine } from '../../../src-main/core/engine.ts';
import { newSubmissionId } from '../../../src-main/core/ids.ts';
import { type Ledger, readAll } from '../../../src-main/core/ledger/db/ledger.ts';
import { openLedger } from '../../../src-main/core/ledger/db/open-ledger.ts';
import { accountOf } from '../../../src-main/core/ledger/tables/counts.ts';
import { createFiles } from '../../../src-main/core/ledger/tables/files.ts';
import { addMessage } from '../../../src-main/core/ledger/tables/messages.ts';
import {
  messageSchema,
  type NewFile,
  submissionSchema,
} from '../../../src-main/core/ledger/tables/outbox-rows.ts';
import { addSubmission } from '../../../src-main/core/ledger/tables/submissions.ts';
import type { Log } from '../../../src-main/core/log/events.ts';
import { createServiceClient } from '../../../src-main/core/service/create-service-client.ts';
import { fasterClock } from '../../support/clock.ts';
import { newSubmission } from '../../support/new-submission.ts';
import { type Random, randomInt, seededRandom } from '../../support/random.ts';
import { bytesOf, type ModelReply } from '../../support/service-model/messages.ts';
import type { ServiceModel } from '../../support/service-model/service-model.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import type { Toxic } from '../../support/tcp-proxy.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { until } from '../../support/until.ts';
import { freezeDocument } from '../../support/world/freeze-document.ts';
import { outcomeAtRandom } from '../../support/world/outcome.ts';
import { STATION_KEY } from '../../support/world/station.ts';
import { MemoryCredentials } from '../../unit/core/service/support/memory-credentials.ts';
import { type InFlight, watchInFlight } from './in-flight.ts';
import type { Schedule } from './schedule.ts';

/** The processing time of a request before and after its effect, so that trouble can come meanwhile. */
const MOST_THOUGHT_MS = 60;
const MOST_IDLE_MS = 30;

/** Ends the connection after each reply: at once, so that the end of the connection ends the reply, or after an idle moment. */
function replyAndClose(random: Random, closeIdle: () => void) {
  return (res: ServerResponse, reply: ModelReply) => {
    const bytes = bytesOf(reply);
    const endsWithIt = random() < 0.5;
    if (endsWithIt) res.useChunkedEncodingByDefault = false;
    else res.on('close', () => setTimeout(closeIdle, randomInt(random, 0, MOST_IDLE_MS)).unref());
    const how = endsWithIt ? { connection: 'close' } : { 'content-length': bytes.length };
    res.writeHead(reply.status, { 'content-type': 'application/json', ...how }).end(bytes);
  };
}

/** A clock that is faster than real time: waits of the outbox become short, the network stays real. */
const SPEED = 30;
const IDLE_SECONDS = 45;
/** In milliseconds; long, because a busy machine sends late. */
const LONGEST_UNTIL_SENT = 120_000;
/** In milliseconds; not every request in flight can meet every trouble. */
const LONGEST_UNTIL_MET = 5_000;
const OPEN = ['queued', 'sending', 'unconfirmed'];

const fastClock = fasterClock(SPEED);

export interface Played {
  readonly wrong: readonly string[];
  readonly tasks: number;
  readonly requests: number;
  /** Submissions and answers that were unconfirmed at some time. */
  readonly inDoubt: number;
  /** Creates and answers in flight whose connection the trouble changed (slow close: any connection). */
  readonly met: InFlight['met'];
}

/** Plays a schedule: every document and answer sent during the trouble must have arrived once when all is at rest. */
export async function play(dir: string, schedule: Schedule, template: string): Promise<Played> {
  const pauses = seededRandom(schedule.seed + 3);
  const chance = seededRandom(schedule.seed);
  const upstream = await startServiceModel({
    random: chance,
    outcomeOf: outcomeAtRandom(chance),
    keepsFiles: true,
    think: () => sleep(randomInt(pauses, 0, MOST_THOUGHT_MS)),
    ...(schedule.closes && { reply: replyAndClose(pauses, () => upstream.closeIdle()) }),
  });
  const { model: service } = upstream;
  const meet = (toxic: Toxic, clientPort: number) =>
    // A caller that waits for a delayed close has no connection, or another one.
    inFlight.meet(toxic.kind === 'slowClose' ? null : clientPort);
  const proxy = await startTcpProxy({
    targetPort: Number(new URL(upstream.baseUrl).port),
    random: seededRandom(schedule.seed),
    onActed: meet,
  });
  const origin = `http://127.0.0.1:${proxy.port}`;
  using inFlight = watchInFlight(origin);
  // Links to files lead through the same network.
  service.origin = origin;
  mkdirSync(join(dir, 'spool'));
  copyFileSync(template, join(dir, 'ledger.db'));
  const ledger = openLedger({ path: join(dir, 'ledger.db'), key: STATION_KEY, now: fastClock.now });
  ledger.db.pragma('synchronous = OFF');
  const credentials = new MemoryCredentials();
  credentials.secret = service.apiSecret;
  const faults: string[] = [];
  const doubted = new Set<string>();
  let found = 0;
  const log: Log = (event, fields) => {
    if (event === 'engine.fault') faults.push(`unforeseen: ${JSON.stringify(fields)}`);
    const account = accountOf(ledger);
    if (sumOf(account) !== account.found || account.found !== found)
      faults.push(`I1: of ${found} files, ${JSON.stringify(account)} on the way`);
    for (const { id, state } of rowsOf(ledger)) if (state === 'unconfirmed') doubted.add(id);
  };
  const random = seededRandom(schedule.seed + 1);
  const names = seededRandom(schedule.seed + 2);
  const engine = await createEngine({
    settings: settingsSchema.parse({
      environment: 'test',
      environments: { test: `${origin}/public/v1` },
      sending: { idleTimeoutSeconds: IDLE_SECONDS },
      tracking: { seconds: 30 },
    }),
    station: { id: 'station', name: 'station' },
    ledger,
    ledgerKey: STATION_KEY,
    spoolDir: join(dir, 'spool'),
    documentsDir: join(dir, 'documents'),
    backupsDir: join(dir, 'backups'),
    client: createServiceClient({
      baseUrl: `${origin}/public/v1`,
      credentials,
      clock: fastClock,
      random,
      log,
      idleTimeoutMs: IDLE_SECONDS * 1000,
      connectTimeoutMs: 1_000,
    }),
    clock: fastClock,
    random,
    log,
    version: '0',
    forceBacklogAsk: false,
    pace: { outboxPollMs: 3_000 },
  });
  const freeze = (id: string, bytes: number) =>
    freezeDocument(join(dir, 'spool'), id, Buffer.from(`%PDF ${id} ${'x'.repeat(bytes)}`));
  const wanted: Wanted = { creates: new Map(), answers: [] };
  const rows = createFiles(ledger);
  /** Gives each document a file row, as a drop has, so that the account can add up. */
  const bind = (files: readonly NewFile[], to: { to: 'submission' | 'message'; id: string }) => {
    for (const { path, size, sha256 } of files) {
      const look = {
        size,
        mtimeMs: 0,
        inode: '0',
        ctimeMs: null,
        groupKey: null,
        fate: { state: 'settling' },
      } as const;
      const row = rows.insert({ folderId: null, path, nameKey: path, ...look }, fastClock.now());
      rows.bind(row, sha256, { ...to, move: false }, fastClock.now());
      found += 1;
    }
  };
  try {
    await engine.start();
    const sent = [
      ...schedule.submissions.map(async ({ at, bytes }) => {
        const { id } = newSubmissionId({ ledger, clock: fastClock, random: names });
        const file = freeze(id, bytes);
        wanted.creates.set(id, file.sha256);
        await systemClock.sleep(at);
        ledger.transaction(() => {
          submit(ledger, id, file);
          bind([file], { to: 'submission', id });
        });
        engine.outbox.wake();
      }),
      ...schedule.answers.map(async ({ at, files, data }, index) => {
        const task = service.tasks.add();
        service.tasks.move(task, 'waiting');
        const id = `ANSWER-${index}`;
        const documents = Array.from({ length: files }, (_, number) => freeze(`${id}-${number}`, 1_500));
        const value = data ? { member_id: `M-${index}` } : null;
        wanted.answers.push({
          id,
          uuid: task.uuid,
          files: documents.map(({ sha256 }) => sha256),
          data: value,
        });
        await systemClock.sleep(at);
        const message = {
          id,
          taskUuid: task.uuid,
          payload: { kind: 'answer', data: value },
          files: documents,
          actor: 'clerk',
        } as const;
        ledger.transaction(() => {
          addMessage(ledger, message, fastClock.now());
          bind(documents, { to: 'message', id });
        });
        engine.outbox.wake();
      }),
    ];
    await trouble(proxy, inFlight, schedule);
    await Promise.all(sent);
    const stuck = rowsOf(ledger).filter(
      ({ state, next_at: at }) => OPEN.includes(state) && !Number.isFinite(at),
    );
    const left = () => [
      ...wrongOf(ledger, service, wanted),
      ...(accountOf(ledger).accepted === found
        ? []
        : [`I1: of ${found} files, ${JSON.stringify(accountOf(ledger))}`]),
      ...readdirSync(join(dir, 'spool')).map(() => 'I11: a copy of what was accepted is left'),
    ];
    await until(() => rowsOf(ledger).every(({ state }) => !OPEN.includes(state)), {
      timeoutMs: 400_000,
      everyMs: 100,
      what: `all to come to rest; ${JSON.stringify(schedule)}`,
    }).catch((error: unknown) => faults.push(String(error)));
    // Late requests of given-up calls have arrived by then.
    await systemClock.sleep(300);
    return {
      wrong: [...stuck.map(({ id }) => `I5: ${id} has no next try`), ...left(), ...faults],
      tasks: service.tasks.all.length,
      requests: service.requests,
      inDoubt: doubted.size,
      met: inFlight.met,
    };
  } finally {
    proxy.clear();
    await proxy.up();
    await engine.stop();
    ledger.close();
    await proxy.close();
    await upstream.close();
  }
}

async function trouble(proxy: TcpProxy, inFlight: InFlight, { changes, seed }: Schedule): Promise<void> {
  const random = seededRandom(seed + 2);
  const within = (ms: number, what: Promise<void>) => Promise.race([what, systemClock.sleep(ms)]);
  // The first trouble waits for a request in flight; the others come and go by the clock alone.
  await within(LONGEST_UNTIL_SENT, inFlight.next());
  for (const [index, { after, trouble: next }] of changes.entries()) {
    if (after > 0) await systemClock.sleep(after);
    if (index === 1) await within(LONGEST_UNTIL_MET, inFlight.firstMet);
    proxy.clear();
    if (next === 'down') {
      inFlight.meet(null);
      await proxy.down();
    } else await proxy.up();
    if (next !== null && next !== 'down') proxy.add(next.toxic, { direction: next.direction, random });
  }
}

const rowSchema = z.object({ id: z.string(), state: z.string(), next_at: z.number().nullable() });

function rowsOf(ledger: Ledger) {
  const columns = 'id, state, next_at';
  return readAll(
    ledger.db.prepare(`SELECT ${columns} FROM submission UNION ALL SELECT ${columns} FROM message`),
    rowSchema,
  );
}

function submit(ledger: Ledger, id: string, file: NewFile): void {
  ledger.transaction(() => addSubmission(ledger, newSubmission(id, [file]), fastClock.now()));
}

interface Wanted {
  readonly creates: Map<string, string>;
  readonly answers: { id: string; uuid: string; files: string[]; data: object | null }[];
}

function wrongOf(ledger: Ledger, { tasks }: ServiceModel, { creates, answers }: Wanted): string[] {
  const wrong: string[] = [];
  const all = <S extends z.ZodType>(table: string, schema: S) =>
    readAll(ledger.db.prepare(`SELECT * FROM ${table}`), schema);
  const submissions = new Map(all('submission', submissionSchema).map((row) => [row.id, row]));
  for (const [id, sha256] of creates) {
    const row = submissions.get(id);
    const made = tasks.withExternalId(id);
    const taken = tasks.taken.filter((file) => file.sha256 === sha256).length;
    if (row?.state !== 'accepted' || made.length !== 1 || taken !== 1 || made[0]?.uuid !== row.task_uuid)
      wrong.push(
        `I2: ${id} is ${row?.state} (${row?.problem_code}); ${made.length} Tasks, taken ${taken} times`,
      );
  }
  const messages = new Map(all('message', messageSchema).map((row) => [row.id, row]));
  for (const { id, uuid, files, data } of answers) {
    const row = messages.get(id);
    const task = tasks.find(uuid);
    const items = task?.data_items ?? [];
    const counts = [
      ...files.map((sha256) => items.filter((item) => tasks.hashes.get(item.uuid) === sha256).length),
      ...(data === null
        ? []
        : [items.filter((item) => JSON.stringify(item.data) === JSON.stringify(data)).length]),
    ];
    if (row?.state !== 'accepted' || counts.some((count) => count !== 1) || task?.status !== 'processing')
      wrong.push(
        `I5: ${id} is ${row?.state} (${row?.problem_code}); there ${counts.join(', ')} times, Task ${task?.status}`,
      );
  }
  return wrong;
}

function sumOf({ found: _found, unreadable: _unreadable, ...states }: AccountView): number {
  return Object.values(states).reduce((sum, count) => sum + count, 0);
}
