import { recordTask } from '../../src-main/core/ledger/tasks.ts';
import { taskDetailsSchema } from '../../src-main/core/service/schemas.ts';
import { openStation, openStationLedger } from '../../src-main/core/station/open-station.ts';
import { seededRandom } from './random.ts';

const STATUSES = ['completed', 'completed', 'completed', 'completed', 'failed', 'invalid'];
const FIRST = ['Ada', 'Bela', 'Chidi', 'Dana', 'Emre', 'Farah', 'Goran', 'Hana', 'Ines', 'Jun'];
const LAST = ['Abbott', 'Brandt', 'Castillo', 'Dvorak', 'Eriksen', 'Fofana', 'Gallo', 'Hashimoto'];
const CODES = ['73721', '72148', '29881', '99213', '70553'];
const MINUTE_MS = 60_000;

/**
 * Fills the ledger of a station that is not running with ended Tasks of invented people, newest first in the list, and gives
 * the name of one in the middle.
 */
export async function fillWithTasks(
  choice: { data: string; settings: string; secrets: string },
  count: number,
): Promise<{ name: string }> {
  const station = await openStation({ ...choice, apiSecret: null });
  const { ledger } = await openStationLedger(station, 'engine');
  const random = seededRandom(4711);
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const start = Date.now() - count * MINUTE_MS;
  let middle = '';
  try {
    ledger.transaction(() => {
      for (let index = 0; index < count; index++) {
        const name = `${one(FIRST)} ${one(LAST)} ${String(index).padStart(6, '0')}`;
        if (index === Math.floor(count / 2)) middle = name;
        const at = new Date(start + index * MINUTE_MS).toISOString();
        const status = one(STATUSES) ?? 'completed';
        const codes = status === 'completed' ? [one(CODES) ?? '73721'] : [];
        const details = taskDetailsSchema.parse({
          uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
          external_id: null,
          task_type: index % 3 === 0 ? 'coverage' : 'prior-auth',
          status,
          name,
          cleared: null,
          created: at,
          latest_status_change: at,
          category: null,
          data_items: [],
          issues: [],
          verdicts: codes.map((code) => ({ code, approved: random() < 0.7, issues: [] })),
          verdict_summaries: [],
        });
        recordTask(ledger, details, { mine: true, seenAt: start });
      }
    });
  } finally {
    ledger.close();
  }
  return { name: middle };
}
