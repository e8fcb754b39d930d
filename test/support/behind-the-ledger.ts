import {
  openStation,
  openStationLedger,
  type StationChoice,
} from '../../src-main/core/installation/open-station.ts';
import { openLedger } from '../../src-main/core/ledger/db/open-ledger.ts';

/** Changes the ledger of a station as somebody can who knows its key and SQL: nothing keeps the audit append-only any more. */
export async function behindTheLedger(choice: StationChoice, sql: string): Promise<void> {
  const place = await openStation(choice);
  const { key, ledger } = await openStationLedger(place, 'reader');
  ledger.close();
  const raw = openLedger({ path: place.paths.ledger, key, now: Date.now, mode: 'reader' });
  try {
    for (const trigger of ['update', 'delete', 'insert']) {
      raw.db.exec(`DROP TRIGGER IF EXISTS audit_is_append_only_${trigger}`);
    }
    raw.db.exec(sql);
  } finally {
    raw.close();
  }
}
