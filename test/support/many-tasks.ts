import { openStation, openStationLedger } from '../../src-main/core/installation/open-station.ts';
import { microsOf } from '../../src-main/core/ledger/db/date-time.ts';
import { searchTextOf } from '../../src-main/core/ledger/tasks/list-columns.ts';
import { type Random, seededRandom } from './random.ts';
import { taskDetails } from './task-details.ts';

const STATUSES = ['completed', 'completed', 'completed', 'completed', 'failed', 'invalid'];
const FIRST = ['Ada', 'Bela', 'Chidi', 'Dana', 'Emre', 'Farah', 'Goran', 'Hana', 'Ines', 'Jun'];
const LAST = ['Abbott', 'Brandt', 'Castillo', 'Dvorak', 'Eriksen', 'Fofana', 'Gallo', 'Hashimoto'];
const CODES = ['73721', '72148', '29881', '99213', '70553'];
const MINUTE_MS = 60_000;

const PAGE_LENGTH = 1_800;

/** Makes pages about a patient as long as those of a clinic: of common and seldom words, dates and numbers. */
function paper(random: Random) {
  const syllable = () =>
    'bcdfghjklmnprstvwz'.charAt(Math.floor(random() * 18)) + 'aeiou'.charAt(Math.floor(random() * 5));
  const words = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, syllable).join(''),
  );
  // The n-th word is as common as the n-th word of a language.
  const word = () =>
    random() < 0.06
      ? String(Math.floor(random() * 3000))
      : (words[Math.floor(words.length ** random())] ?? 'a');
  return (name: string, member: string, start: number) => {
    let content = `Patient: ${name}\nMember ID: ${member}\n`;
    while (content.length < PAGE_LENGTH) content += `${word()} `;
    return { start, length: 1, content, fields: { patient_name: name, member_id: member } };
  };
}

/**
 * Fills the ledger of a station that is not running with Tasks of invented people, ended ones unless `statuses` says otherwise, each with a
 * document of so many `pages`. Gives the name of one in the middle, and the member ID that stands only in the document of that Task. The
 * rows are those that `recordTask` writes, in one stroke: one by one they would take minutes.
 */
export async function fillWithTasks(
  choice: { data: string; settings: string; secrets: string },
  count: number,
  statuses: readonly string[] = STATUSES,
  pages = 0,
): Promise<{ name: string; member: string }> {
  const station = await openStation({ ...choice, apiSecret: null });
  const { ledger } = await openStationLedger(station, 'engine');
  const random = seededRandom(4711);
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const start = Date.now() - count * MINUTE_MS;
  const page = paper(random);
  const memberOf = (index: number) => `MB-${String(index * 7_919).padStart(9, '0')}`;
  let middle = '';
  try {
    const { db } = ledger;
    const addTask = db.prepare(
      `INSERT INTO task (uuid, mine, external_id, journey, task_type, status, name, created, latest_status_change, created_us, changed_us,
         search_text, not_approved, seen_at) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`,
    );
    const addVerdict = db.prepare('INSERT INTO task_verdict VALUES (?, 0, ?, ?)');
    const addSnapshot = db.prepare(
      'INSERT INTO snapshot (task_uuid, taken_at, status, payload) VALUES (?, ?, ?, ?)',
    );
    ledger.transaction(() => {
      for (let index = 0; index < count; index++) {
        const name = `${one(FIRST)} ${one(LAST)} ${String(index).padStart(6, '0')}`;
        if (index === Math.floor(count / 2)) middle = name;
        const at = new Date(start + index * MINUTE_MS).toISOString();
        const status = one(statuses) ?? 'completed';
        const uuid = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
        // As long as they are in a clinic: all of it is what a search looks through.
        const journey = `visit ${String(Math.floor(index / 3)).padStart(6, '0')}`;
        const external_id = `front-desk-${journey.replace(' ', '-')}-${String(index).padStart(26, '0')}`;
        const details = taskDetails(at, {
          uuid,
          external_id,
          task_type: index % 3 === 0 ? 'coverage' : 'prior-auth',
          status,
          name,
          data_items:
            pages === 0 ? [] : [documentOf(at, uuid, (start) => page(name, memberOf(index), start), pages)],
          verdicts:
            status === 'completed'
              ? [{ code: one(CODES) ?? '73721', approved: random() < 0.7, issues: [] }]
              : [],
        });
        const micros = microsOf(at);
        const text = searchTextOf(name, external_id, journey, `referral and imaging, ${name}.pdf`);
        addTask.run(
          uuid,
          external_id,
          journey,
          details.task_type,
          status,
          name,
          at,
          at,
          micros,
          micros,
          text,
          start,
        );
        for (const { code, approved } of details.verdicts ?? []) addVerdict.run(uuid, code, approved ? 1 : 0);
        addSnapshot.run(uuid, start, status, JSON.stringify(details));
      }
    });
  } finally {
    ledger.close();
  }
  return { name: middle, member: memberOf(Math.floor(count / 2)) };
}

function documentOf(created: string, uuid: string, page: (start: number) => object, pages: number) {
  const sections = Array.from({ length: pages }, (_, index) => page(index + 1));
  const medical_records = [{ record_type: 'patient-visit', sections }];
  return {
    ...{ uuid, created, group: 'inputs', tag: 'upload', data_type: 'file' },
    ...{ name: 'scan.pdf', data_format: 'application/pdf', medical_records },
  };
}
