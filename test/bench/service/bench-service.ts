import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type TaskDetails, taskDetailsSchema } from '../../../src-main/core/service/schemas.ts';
import { until } from '../../support/until.ts';

const greetingSchema = z.object({ base_url: z.string(), api_secret: z.string(), control_url: z.string() });
const countSchema = z.object({ creates: z.int(), last_at: z.number().nullable() });
const sunkSchema = z.object({ files: z.int(), last_at: z.number().nullable() });
const trafficSchema = z.object({
  requests: z.record(z.string(), z.int()),
  bytesIn: z.number(),
  bytesOut: z.number(),
});
const createsSchema = z.array(
  z.object({ name: z.string().nullable(), external_id: z.string().nullable(), began_at: z.number() }),
);
type Status = 'waiting' | 'completed';

/** The service under load, in a process of its own: what the program sends to, and what tells the bench about it. */
export interface BenchService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly apiSecret: string;
  /** Where `rclone` puts files. */
  readonly sinkUrl: string;
  readonly pid: number;
  /** Waits until so many Tasks were created; gives when the last one was, in milliseconds since the epoch. */
  reached(creates: number): Promise<number>;
  /** The same for files put into the sink. */
  sunk(files: number): Promise<number>;
  creates(): Promise<z.infer<typeof createsSchema>>;
  traffic(): Promise<z.infer<typeof trafficSchema>>;
  /** Adds pending Tasks that were created then, or one after the other from then on; gives their TaskDetails. */
  seed(count: number, created: Date, apartMs?: number): Promise<TaskDetails[]>;
  /** Moves the Tasks that come after the first `skip` ones. */
  move(choice: { count: number; skip: number; status: Status }): Promise<void>;
  /** Makes it this moment for the service, until said otherwise. */
  setClock(at: Date): Promise<void>;
}

/** Starts the service; it completes each Task at once, unless Tasks are to stay pending. */
export async function benchService({ pending = false } = {}): Promise<BenchService> {
  const script = fileURLToPath(new URL('process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...(pending ? ['--pending'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const line: unknown = (await Promise.race([once(createInterface(child.stdout), 'line'), exited]))[0];
  if (typeof line !== 'string') throw new Error('the service under load did not start');
  const greeting = greetingSchema.parse(JSON.parse(line));
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(
      greeting.control_url + path,
      body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
    );
    if (!answer.ok) throw new Error(await answer.text());
    return await answer.json();
  };
  const wait = (what: string, check: () => Promise<number | null>) =>
    until(check, { timeoutMs: 1_800_000, everyMs: 50, what });
  return {
    baseUrl: greeting.base_url,
    apiSecret: greeting.api_secret,
    sinkUrl: `${greeting.control_url}/sink`,
    pid: child.pid ?? 0,
    reached: (wanted) =>
      wait(`${wanted} Tasks`, async () => {
        const { creates, last_at: at } = countSchema.parse(await ask('/count'));
        return creates >= wanted ? at : null;
      }),
    sunk: (wanted) =>
      wait(`${wanted} files in the sink`, async () => {
        const { files, last_at: at } = sunkSchema.parse(await ask('/sunk'));
        return files >= wanted ? at : null;
      }),
    creates: async () => createsSchema.parse(await ask('/creates')),
    traffic: async () => trafficSchema.parse(await ask('/traffic')),
    seed: async (count, created, apartMs = 0) =>
      z
        .array(taskDetailsSchema)
        .parse(await ask('/seed', { count, created: created.toISOString(), apartMs })),
    move: async (choice) => void (await ask('/move', choice)),
    setClock: async (at) => void (await ask('/clock', { at: at.toISOString() })),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
