import { engineIsRunning } from '../../core/data-folder/engine-lock.ts';
import { openStation, type Station, type StationChoice } from '../../core/installation/open-station.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import type { ServiceClient } from '../../core/service/service-client.ts';
import { withClientBeside } from './client-beside.ts';
import { tellEngine } from './engine-beside.ts';
import { untilAskedToStop } from './process.ts';
import { runEngine } from './run-engine.ts';
import { withStationLedger } from './station-ledger.ts';

/** The ledger to which a verb adds rows, and the engine that sends these rows. `wake` tells the engine that new rows exist. */
export interface Workplace {
  readonly station: Station;
  readonly ledger: Ledger;
  readonly wake: () => void;
  /** Whether waiting for the outcome is useless, because the engine has ended or the person stopped the verb. */
  readonly abandoned: () => boolean;
  /**
   * Runs `work` with a client of the service: with the client of the engine that `besideEngine` started, or, beside an engine that already
   * ran, with a new client (`withClientBeside`). @throws PlainError as `withClientBeside` does
   */
  readonly withClient: <T>(work: (client: ServiceClient) => Promise<T>) => Promise<T>;
}

/** Runs `work` while an engine sends the rows: the running engine, or else a new engine that watches no folder and stops after `work`. */
export async function besideEngine<T>(
  choice: StationChoice,
  work: (place: Workplace) => Promise<T>,
): Promise<T> {
  const station = await openStation(choice);
  let stopped = false;
  void untilAskedToStop().then(() => {
    stopped = true;
  });
  if (engineIsRunning(station.folder.path)) {
    const abandoned = () => stopped || !engineIsRunning(station.folder.path);
    const wake = () => void tellEngine(station.folder.path);
    return withStationLedger(station, 'beside', (ledger) =>
      work({
        ...{ station, ledger, wake, abandoned },
        withClient: (ask) => withClientBeside(station, ledger, ask),
      }),
    );
  }
  const running = await runEngine(choice, { samples: false, watch: false });
  try {
    return await work({
      station: running.station,
      ledger: running.ledger,
      wake: () => running.engine.outbox.wake(),
      abandoned: () => stopped,
      withClient: (ask) => ask(running.client),
    });
  } finally {
    await running.stop();
  }
}
