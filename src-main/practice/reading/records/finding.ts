import type { Fields } from './fields.ts';

/** One medical record as found: where it came from, what kind it is, what it says. */
export interface Finding {
  readonly inputUuid: string;
  readonly type: string;
  /** 1-based first page; records from JSON are on "page" 1. */
  readonly start: number;
  /** Text of each page of the record. */
  readonly pages: readonly string[];
  readonly fields: Fields;
}

/** An audio file, of which only the length is read; null where its format does not tell. */
export interface Recording {
  readonly inputUuid: string;
  readonly seconds: number | null;
}

/** A property of a record when it holds one single text, else null. */
export function textField(finding: { readonly fields: Fields }, property: string): string | null {
  const value = finding.fields[property];
  return typeof value === 'string' ? value : null;
}

/** A property of a record that is a list, as `procedure_codes`; empty when absent. */
export function listField(finding: { readonly fields: Fields }, property: string): readonly string[] {
  const value = finding.fields[property];
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}
