import { z } from 'zod';
import { spawnServiceModel } from '../support/service-model/spawn.ts';
import { until } from '../support/until.ts';

const countSchema = z.object({ creates: z.int(), last_at: z.number().nullable() });
const createsSchema = z.array(z.object({ name: z.string().nullable(), began_at: z.number() }));

/** The service under load, in a process of its own. Times are in milliseconds since the epoch. */
export type BenchService = Awaited<ReturnType<typeof benchService>>;

/** Starts the service, which completes each Task at once, unless Tasks are to stay pending. */
export async function benchService({ pending = false } = {}) {
  const service = await spawnServiceModel(pending ? [] : ['--complete']);
  const ask = async (path: string): Promise<unknown> =>
    await (await fetch(new URL(path, service.baseUrl))).json();
  return {
    ...service,
    /** The file of each create, and when the head of the request had arrived. */
    creates: async () => createsSchema.parse(await ask('/creates')),
    /** Waits until so many Tasks were created; gives when the last one was. */
    reached: (wanted: number) =>
      until(
        async () => {
          const { creates, last_at: at } = countSchema.parse(await ask('/count'));
          return creates >= wanted ? at : null;
        },
        { timeoutMs: 1_800_000, everyMs: 50, what: `${wanted} Tasks` },
      ),
  };
}
