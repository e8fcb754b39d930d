import { z } from 'zod';

/** The parsed request_spec of a Task (docs/architecture.md 11). An empty list or null requires nothing. */
export interface RequestSpec {
  /** The codes that need a verdict. An empty list means the codes in the documents and in the supplied data. */
  readonly codes: readonly string[];
  readonly requiredRecords: readonly string[];
  readonly requiredData: readonly string[];
  readonly maxAgeDays: number | null;
}

export interface ParsedSpec {
  readonly spec: RequestSpec;
  /** A sentence for each property of request_spec that is malformed. */
  readonly complaints: readonly string[];
}

const words = z.array(z.string().trim().min(1).max(200)).max(200);
const PARTS = { codes: words, required_records: words, required_data: words } as const;

/** Parses each property of request_spec separately. A malformed property counts as absent and adds a complaint. */
export function parseRequestSpec(input: unknown): ParsedSpec {
  const complaints: string[] = [];
  const whole = z.record(z.string(), z.unknown()).safeParse(input ?? {});
  if (!whole.success) complaints.push('The request_spec is not a JSON object, so it was ignored.');
  const parts = whole.data ?? {};
  const list = (name: keyof typeof PARTS): string[] => {
    if (parts[name] === undefined || parts[name] === null) return [];
    const parsed = PARTS[name].safeParse(parts[name]);
    if (parsed.success) return [...new Set(parsed.data)];
    complaints.push(`The part "${name}" of the request_spec is not a list of words, so it was ignored.`);
    return [];
  };
  return {
    spec: {
      codes: [...new Set(list('codes').map((code) => code.toUpperCase()))],
      requiredRecords: list('required_records').map((type) => type.toLowerCase()),
      requiredData: list('required_data'),
      maxAgeDays: maxAge(parts['max_age_days'], complaints),
    },
    complaints,
  };
}

function maxAge(value: unknown, complaints: string[]): number | null {
  if (value === undefined || value === null) return null;
  const parsed = z.number().positive().max(100_000).safeParse(value);
  if (parsed.success) return parsed.data;
  complaints.push(
    'The part "max_age_days" of the request_spec is not a number of days above 0, so it was ignored.',
  );
  return null;
}
