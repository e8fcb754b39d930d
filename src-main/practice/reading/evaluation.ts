/** An input of a Task, as `EvaluateTask` gets it. `bytes` loads the content and may be called more than once. */
export interface ReadableInput {
  readonly uuid: string;
  readonly kind: 'file' | 'json' | 'text';
  readonly tag: string;
  readonly name: string | null;
  readonly mediaType: string;
  readonly bytes: () => Promise<Uint8Array>;
}

/** An issue in the form of docs/service.md 2.5. */
export interface Issue {
  readonly key: string;
  readonly message: string;
  readonly property?: string;
  readonly medical_record_type?: string;
  readonly code?: string;
}

export interface RecordSection {
  readonly start: number;
  readonly length: number | null;
  readonly content: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A medical record in the form of docs/service.md 2.3. */
export interface MedicalRecord {
  readonly id: number;
  readonly record_type: string;
  readonly sections: readonly RecordSection[];
  readonly timestamp: string | null;
  readonly fields: Readonly<Record<string, unknown>> | null;
}

export interface ProducedItem {
  readonly group: string;
  readonly tag: string;
  readonly name: string;
  readonly content:
    | { readonly kind: 'json'; readonly data: Readonly<Record<string, unknown>> }
    | { readonly kind: 'text'; readonly data: string };
}

/** The result of processing a Task once. `verdicts[].issues` has indexes of the array `issues`. */
export interface Evaluation {
  readonly status: 'waiting' | 'completed' | 'invalid' | 'failed';
  readonly issues: readonly Issue[];
  readonly verdicts: readonly { code: string; approved: boolean; issues: readonly number[] }[];
  readonly verdictSummaries: readonly { code: string; conclusion: string }[];
  readonly recordsByInput: ReadonlyMap<string, readonly MedicalRecord[]>;
  readonly category: string | null;
  readonly name: string | null;
  readonly interceptions: Readonly<Record<string, readonly unknown[]>> | null;
  readonly produced: readonly ProducedItem[];
  /** The key by which the service recognizes Tasks of the same patient; null if the inputs do not identify a patient. */
  readonly patientKey: string | null;
}

/** Evaluates a Task: gives a verdict for each code in `requestSpec` (docs/architecture.md 11). Equal arguments give equal results. */
export type EvaluateTask = (
  inputs: readonly ReadableInput[],
  requestSpec: unknown,
  now: Date,
) => Promise<Evaluation>;
