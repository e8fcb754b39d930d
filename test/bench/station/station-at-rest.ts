import type { BenchService } from '../bench-service.ts';
import { type BenchRun, benchStation } from './bench-station.ts';
import type { History } from './history.ts';

/** Starts a station whose ledger begins with a history, and waits until it has nothing more to do. */
export async function stationAtRest(
  service: BenchService,
  { folders, template }: History,
  concurrency?: number,
): Promise<BenchRun> {
  const station = await benchStation({
    service,
    folders,
    begin: template,
    ...(concurrency !== undefined && { concurrency }),
  });
  const run = station.start();
  const end = async () => {
    await run[Symbol.asyncDispose]();
    await station[Symbol.asyncDispose]();
  };
  await run.rest().catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return { ...run, [Symbol.asyncDispose]: end };
}
