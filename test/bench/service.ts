import { z } from 'zod';
import { spawnSimpleUpstream } from '../support/spawned-upstream.ts';
import { until } from '../support/until.ts';

const countSchema = z.object({ creates: z.int(), last_at: z.number().nullable() });

/** The service under load, in a process of its own. */
export async function benchService() {
  const upstream = await spawnSimpleUpstream(['--complete']);
  const count = async () =>
    countSchema.parse(await (await fetch(new URL('/count', upstream.baseUrl))).json());
  return {
    ...upstream,
    count,
    /** Waits until so many Tasks were created; gives when the last one was, in milliseconds since the epoch. */
    reached: async (creates: number): Promise<number> =>
      await until(
        async () => {
          const { creates: now, last_at: at } = await count();
          return now >= creates ? at : null;
        },
        { timeoutMs: 900_000, everyMs: 50, what: `${creates} Tasks` },
      ),
  };
}
export type BenchService = Awaited<ReturnType<typeof benchService>>;
