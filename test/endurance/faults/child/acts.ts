import { z } from 'zod';
import type { App } from '../../../../src-main/hosts/app/app.ts';
import type { SkippingClock } from '../../../support/clock.ts';

const CALLER = { actor: 'clerk' };
const LOOK_MS = 400;
const MOST_PAUSE_MS = 30_000;
const dropSchema = z.object({
  id: z.string(),
  reading: z.boolean(),
  files: z.array(z.object({ state: z.string() })),
});

export interface PersonParts {
  readonly app: App;
  readonly clock: SkippingClock;
  readonly root: string;
  readonly where: readonly string[];
  readonly apiSecret: string;
  readonly documents: Readonly<Record<string, string>>;
  /** Rows of the ledger; the reads do not count as the program's calls. [] while the ledger is closed. */
  readonly asked: (sql: string) => unknown[];
  /** For acts of the scanner's operator: none of them counts as the program's call. */
  readonly beside: <T>(work: () => T) => T;
  /** Whether the person gives up. */
  readonly late: () => boolean;
}

type ActParts = Pick<PersonParts, 'app' | 'clock' | 'late'>;

/** What a person can do with the program; `pin` opens a station that is locked. */
export function createActs({ app, clock, late }: ActParts, pin: string | null = null) {
  const rest = (): Promise<void> => clock.sleep(LOOK_MS);

  async function verb(name: string, input: object): Promise<unknown> {
    let result = await app.call(name, input, CALLER);
    if (!result.ok && result.error.code === 'lock.locked' && pin !== null) {
      await app.call('lock.unlock', { pin }, CALLER);
      result = await app.call(name, input, CALLER);
    }
    if (result.ok) return result.value;
    throw new Error(result.error.code);
  }

  /** Repeats a step until the step is done, with a longer pause after each refusal; a stopped engine starts by itself. */
  async function until(done: () => boolean, step: () => Promise<unknown> = rest): Promise<void> {
    let pause = LOOK_MS;
    while (!done()) {
      if (late()) throw new Error(`it is too late, and not yet ${String(done)}`);
      await step().then(
        () => {
          pause = LOOK_MS;
        },
        () => {
          pause = Math.min(MOST_PAUSE_MS, 2 * pause);
        },
      );
      if (!done()) await clock.sleep(pause);
    }
  }

  /**
   * Uses a drop that holds the document at this path; `duplicates` allows a document that was given before. A drop whose use
   * fails is discarded.
   */
  async function withDrop(
    task: string | null,
    path: string,
    use: (drop: string) => Promise<unknown>,
    duplicates = false,
  ): Promise<void> {
    const { id } = dropSchema.parse(await verb('drops.open', { task }));
    const isReady = ({ state }: { state: string }) =>
      state === 'ready' || (duplicates && state === 'duplicate');
    try {
      await verb('drops.add-paths', { drop: id, paths: [path] });
      for (;;) {
        const { files, reading } = dropSchema.parse(await verb('drops.get', { drop: id }));
        if (files.length > 0 && files.every(isReady)) break;
        if (!reading) throw new Error('it was not taken');
        await rest();
      }
      await use(id);
    } catch (error) {
      await verb('drops.discard', { drop: id });
      throw error;
    }
  }

  return { verb, until, withDrop };
}

export function createLooks({ asked, documents }: Pick<PersonParts, 'asked' | 'documents'>) {
  const has = (sql: string) => asked(sql).length > 0;
  const value = (sql: string): string | null => {
    const row = z.object({ value: z.string().nullable() }).safeParse(asked(sql)[0]);
    return row.success ? row.data.value : null;
  };
  /** The newest submission of a document. */
  const submissionOf = (file: string) =>
    value(
      `SELECT submission_id AS value FROM submission_file WHERE sha256 = '${documents[file]}' ORDER BY submission_id DESC`,
    );
  const submissionIs = (file: string, what: string) =>
    has(`SELECT 1 FROM submission WHERE id = '${submissionOf(file)}' AND ${what}`);
  const taskOf = (file: string) =>
    value(
      `SELECT task_uuid AS value FROM submission JOIN submission_file ON submission_id = submission.id WHERE sha256 = '${documents[file]}' AND task_uuid IS NOT NULL`,
    );
  const given = (file: string) => has(`SELECT 1 FROM submission_file WHERE sha256 = '${documents[file]}'`);
  const said = (kind: string, task: string) =>
    has(`SELECT 1 FROM message WHERE task_uuid = '${task}' AND json_extract(payload, '$.kind') = '${kind}'`);
  const waits = (task: string | null): task is string =>
    task !== null && has(`SELECT 1 FROM task WHERE uuid = '${task}' AND status = 'waiting'`);
  const ended = (task: string | null): task is string =>
    task !== null && has(`SELECT 1 FROM task WHERE uuid = '${task}' AND status = 'completed'`);
  return { has, value, submissionOf, submissionIs, taskOf, given, said, waits, ended };
}
