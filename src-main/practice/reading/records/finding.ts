import type { Fields } from './fields.ts';

/** One medical record that the reader found: its place, its kind and its fields. */
export interface Finding {
  readonly inputUuid: string;
  readonly type: string;
  /** The first page, counted from 1. A record from JSON is on page 1. */
  readonly start: number;
  /** The text of each page of the record. */
  readonly pages: readonly string[];
  readonly fields: Fields;
}

/** An audio file, of which only the length is read; null if the format does not tell the length. */
export interface Recording {
  readonly inputUuid: string;
  readonly seconds: number | null;
}

/** The value of a property with a single text; otherwise null. */
export function textField(finding: { readonly fields: Fields }, property: string): string | null {
  const value = finding.fields[property];
  return typeof value === 'string' ? value : null;
}

/** The value of a property with a list, such as `procedure_codes`; empty if absent. */
export function listField(finding: { readonly fields: Fields }, property: string): readonly string[] {
  const value = finding.fields[property];
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}
