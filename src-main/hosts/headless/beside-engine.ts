import { engineIsRunning } from '../../core/data-folder/engine-lock.ts';
import {
  openStation,
  openStationLedger,
  type Station,
  type StationChoice,
} from '../../core/installation/open-station.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { runEngine } from './run-engine.ts';
import { untilAskedToStop } from './stop-signals.ts';

/** Where a verb puts the rows that an engine is to send. */
export interface Workplace {
  readonly station: Station;
  readonly ledger: Ledger;
  /** Tells the engine that rows were added. */
  readonly wake: () => void;
  /** Whether waiting for what becomes of them is of no use any more: the engine has ended, or the person does not want to. */
  readonly abandoned: () => boolean;
}

/**
 * Runs `work` on a ledger whose rows are being sent: by the Clearfolder that is running, else by an engine that lives as long as
 * `work` does and watches no folder.
 */
export async function besideEngine<T>(
  choice: StationChoice,
  work: (place: Workplace) => Promise<T>,
): Promise<T> {
  const station = await openStation(choice);
  let asked = false;
  void untilAskedToStop().then(() => {
    asked = true;
  });
  if (engineIsRunning(station.folder.path)) {
    const { ledger } = await openStationLedger(station, 'beside');
    const abandoned = () => asked || !engineIsRunning(station.folder.path);
    try {
      // The running engine sees by itself that another process has written.
      return await work({ station, ledger, wake: () => undefined, abandoned });
    } finally {
      ledger.close();
    }
  }
  const running = await runEngine(choice, { samples: false, watch: false });
  try {
    return await work({
      station: running.station,
      ledger: running.ledger,
      wake: () => running.engine.outbox.wake(),
      abandoned: () => asked,
    });
  } finally {
    await running.stop();
  }
}
