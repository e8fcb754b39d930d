import { z } from 'zod';
import { type SpawnedServiceModel, spawnServiceModel } from '../support/service-model/spawn.ts';
import { until } from '../support/until.ts';

const countSchema = z.object({ creates: z.int(), last_at: z.number().nullable() });
const createsSchema = z.array(z.object({ name: z.string().nullable(), began_at: z.number() }));

/** The service under load, in a process of its own. Times are in milliseconds since the epoch. */
export interface BenchService extends SpawnedServiceModel {
  /** Waits until so many Tasks were created; gives when the last one was. */
  reached(creates: number): Promise<number>;
  /** The file of each create, and when the head of the request had arrived. */
  creates(): Promise<z.infer<typeof createsSchema>>;
}

/** Starts the service, which completes each Task at once, unless Tasks are to stay pending. */
export async function benchService({ pending = false } = {}): Promise<BenchService> {
  const service = await spawnServiceModel(pending ? [] : ['--complete']);
  const ask = async (path: string): Promise<unknown> =>
    await (await fetch(new URL(path, service.baseUrl))).json();
  return {
    ...service,
    creates: async () => createsSchema.parse(await ask('/creates')),
    reached: (wanted) =>
      until(
        async () => {
          const { creates, last_at: at } = countSchema.parse(await ask('/count'));
          return creates >= wanted ? at : null;
        },
        { timeoutMs: 1_800_000, everyMs: 50, what: `${wanted} Tasks` },
      ),
  };
}
