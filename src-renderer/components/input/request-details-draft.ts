export const FIELD_KINDS = ['text', 'list', 'number', 'yes-no'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

export interface DetailField {
  readonly id: number;
  readonly name: string;
  readonly kind: FieldKind;
  readonly value: string;
}

/** A request_spec in an editor: as fields, or as JSON text if fields cannot represent the values or the person prefers JSON. */
export type DetailsDraft =
  | { readonly mode: 'fields'; readonly fields: readonly DetailField[] }
  | { readonly mode: 'json'; readonly text: string };

export type DetailsFault =
  | { readonly fault: 'no-name' | 'not-number'; readonly field: number }
  | { readonly fault: 'twice'; readonly field: number; readonly name: string }
  | { readonly fault: 'json'; readonly line: number; readonly column: number }
  | { readonly fault: 'json-bad' | 'json-unfinished' | 'not-object' };

type DetailsResult =
  | { readonly ok: true; readonly spec: Record<string, unknown> }
  | { readonly ok: false; readonly fault: DetailsFault };

let lastId = 0;

export function newField(): DetailField {
  lastId += 1;
  return { id: lastId, name: '', kind: 'text', value: '' };
}

/** Converts a request_spec into fields. If a value is not a text, a list of texts, a number or a boolean, the draft has the mode `json`. */
export function draftOfDetails(spec: Readonly<Record<string, unknown>>): DetailsDraft {
  const fields: DetailField[] = [];
  for (const [name, value] of Object.entries(spec)) {
    const held = fieldValueOf(value);
    if (held === null || name.trim() !== name || name === '') return jsonDraft(spec);
    fields.push({ ...newField(), name, ...held });
  }
  return { mode: 'fields', fields };
}

export function jsonDraft(spec: Readonly<Record<string, unknown>>): DetailsDraft {
  return { mode: 'json', text: JSON.stringify(spec, null, 2) };
}

function fieldValueOf(value: unknown): Pick<DetailField, 'kind' | 'value'> | null {
  if (typeof value === 'string') return { kind: 'text', value };
  if (typeof value === 'number') return { kind: 'number', value: String(value) };
  if (typeof value === 'boolean') return { kind: 'yes-no', value: value ? 'yes' : 'no' };
  if (!Array.isArray(value)) return null;
  const parts: unknown[] = value;
  const texts = parts.filter((part) => typeof part === 'string' && isListPart(part));
  return texts.length === parts.length ? { kind: 'list', value: texts.join(', ') } : null;
}

const isListPart = (text: string) => text !== '' && text.trim() === text && !text.includes(',');

export function readDetails(draft: DetailsDraft): DetailsResult {
  return draft.mode === 'json' ? readJson(draft.text) : readFields(draft.fields);
}

function readFields(fields: readonly DetailField[]): DetailsResult {
  const entries = new Map<string, unknown>();
  for (const { id, name: typed, kind, value } of fields) {
    const name = typed.trim();
    if (name === '' && value.trim() === '') continue;
    if (name === '') return failed({ fault: 'no-name', field: id });
    if (entries.has(name)) return failed({ fault: 'twice', field: id, name });
    if (kind === 'number' && !isNumber(value)) return failed({ fault: 'not-number', field: id });
    entries.set(name, typedValue(kind, value));
  }
  return { ok: true, spec: Object.fromEntries(entries) };
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

function typedValue(kind: FieldKind, value: string): unknown {
  switch (kind) {
    case 'text':
      return value;
    case 'number':
      return Number(value);
    case 'yes-no':
      return value === 'yes';
    case 'list':
      return value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
  }
}

function readJson(text: string): DetailsResult {
  if (text.trim() === '') return { ok: true, spec: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return failed(placeOf(text, error instanceof Error ? error.message : ''));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return failed({ fault: 'not-object' });
  return { ok: true, spec: Object.fromEntries(Object.entries(value)) };
}

function placeOf(text: string, said: string): DetailsFault {
  const at = /position (\d+)/.exec(said)?.[1];
  if (at === undefined)
    return { fault: /end of JSON|Unterminated/.test(said) ? 'json-unfinished' : 'json-bad' };
  const before = text.slice(0, Number(at)).split('\n');
  return { fault: 'json', line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const failed = (fault: DetailsFault): DetailsResult => ({ ok: false, fault });
