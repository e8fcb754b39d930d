import type { BenchRow } from '../row.ts';
import { cycleRow } from './cycle.ts';
import { drainRow } from './drain.ts';
import { idleRow } from './idle.ts';
import { latencyRow } from './latency.ts';
import { ledgerSizeRow } from './ledger-size.ts';
import { memoryRow } from './memory.ts';
import { sendRows } from './send.ts';
import { serviceLimitRows } from './service-limit.ts';
import { startRow } from './start.ts';
import { trafficRow } from './traffic.ts';
import { writesRow } from './writes.ts';

/** Every row about the engine, in the order of docs/architecture.md 15, then what its table forgets. */
export const engineRows: readonly BenchRow[] = [
  ...sendRows,
  latencyRow,
  startRow,
  cycleRow,
  memoryRow,
  idleRow,
  ledgerSizeRow,
  writesRow,
  trafficRow,
  drainRow,
  ...serviceLimitRows,
];
