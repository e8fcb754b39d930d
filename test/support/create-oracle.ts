import { z } from 'zod';
import type { Form } from './form-reader.ts';

const recordedFileSchema = z.object({
  name: z.string().nullable(),
  mediaType: z.string(),
  sha256: z.string(),
  size: z.number(),
});
const recordedCreateSchema = z.object({
  externalId: z.string().nullable(),
  taskType: z.string(),
  taskUuid: z.string(),
  files: z.array(recordedFileSchema),
});
const recordedAnswerSchema = z.object({ taskUuid: z.string(), files: z.array(recordedFileSchema) });

/** What crosses the process boundary when the oracle lives elsewhere. */
export const oracleRecordSchema = z.object({
  creates: z.array(recordedCreateSchema),
  answers: z.array(recordedAnswerSchema),
});

type RecordedFile = z.infer<typeof recordedFileSchema>;
/** One `POST /task/create` that the service committed. */
export type RecordedCreate = z.infer<typeof recordedCreateSchema>;
/** One `POST /task/{uuid}/upload` that the service committed. */
export type RecordedAnswer = z.infer<typeof recordedAnswerSchema>;
/** The content of one submission: the sha256 of its only file, or those of all its files in any order. */
export type ExpectedContent = string | readonly string[];

const SHOWN = 10;

/** Knows every submission the service really took, by content: the judge of "each once, none twice". */
export class CreateOracle {
  readonly #creates: RecordedCreate[];
  readonly #answers: RecordedAnswer[];

  constructor(record: z.infer<typeof oracleRecordSchema> = { creates: [], answers: [] }) {
    this.#creates = [...record.creates];
    this.#answers = [...record.answers];
  }

  recordCreate(form: Form, taskUuid: string): void {
    this.#creates.push({
      externalId: form.fields.get('external_id') ?? null,
      taskType: form.fields.get('task_type') ?? '',
      taskUuid,
      files: filesOf(form),
    });
  }

  recordAnswer(form: Form, taskUuid: string): void {
    this.#answers.push({ taskUuid, files: filesOf(form) });
  }

  creates(): readonly RecordedCreate[] {
    return this.#creates;
  }

  answers(): readonly RecordedAnswer[] {
    return this.#answers;
  }

  /** The creates under their content key: the sha256s of their files, sorted, joined by a comma. */
  byContent(): Map<string, RecordedCreate[]> {
    return Map.groupBy(this.#creates, (create) => contentKey(create.files.map((file) => file.sha256)));
  }

  /** Contents that made more than one Task. */
  duplicates(): Map<string, RecordedCreate[]> {
    return new Map([...this.byContent()].filter(([, creates]) => creates.length > 1));
  }

  /** Throws, naming what is missing, doubled or not expected, unless exactly the contents given made one Task each. */
  assertExactlyOnce(expected: readonly ExpectedContent[]): void {
    const wanted = new Map<string, number>();
    for (const content of expected) {
      const key = contentKey(typeof content === 'string' ? [content] : content);
      wanted.set(key, (wanted.get(key) ?? 0) + 1);
    }
    const made = this.byContent();
    const missing: string[] = [];
    const doubled: string[] = [];
    for (const [key, count] of wanted) {
      const creates = made.get(key) ?? [];
      if (creates.length < count) missing.push(`${key} (${creates.length} of ${count})`);
      if (creates.length > count) doubled.push(`${key} (${creates.length}, not ${count}): ${told(creates)}`);
    }
    const strange = [...made]
      .filter(([key]) => !wanted.has(key))
      .map(([key, creates]) => `${key}: ${told(creates)}`);
    if (missing.length + doubled.length + strange.length === 0) return;
    throw new Error(
      [
        `Expected ${expected.length} submissions once each; the service took ${this.#creates.length}.`,
        ...section('never arrived', missing),
        ...section('arrived too often', doubled),
        ...section('were not expected', strange),
      ].join('\n'),
    );
  }

  toJSON(): z.infer<typeof oracleRecordSchema> {
    return { creates: this.#creates, answers: this.#answers };
  }
}

function filesOf(form: Form): RecordedFile[] {
  return form.files.map(({ name, mediaType, sha256, size }) => ({ name, mediaType, sha256, size }));
}

function contentKey(hashes: readonly string[]): string {
  return [...hashes].sort().join(',');
}

function told(creates: readonly RecordedCreate[]): string {
  return creates
    .map(
      (create) =>
        `Task ${create.taskUuid} external_id ${create.externalId} [${create.files.map((file) => file.name).join(', ')}]`,
    )
    .join('; ');
}

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > SHOWN ? [`  and ${lines.length - SHOWN} more`] : [];
  return [`${lines.length} ${title}:`, ...lines.slice(0, SHOWN).map((line) => `  ${line}`), ...more];
}
