import type { Fields } from './fields.ts';

export interface Finding {
  readonly inputUuid: string;
  readonly type: string;
  /** The number of the first page, counted from 1. A record in a JSON document starts on page 1. */
  readonly start: number;
  readonly pages: readonly string[];
  readonly fields: Fields;
}

/** An audio file. `seconds` is null for a damaged file and for every format except WAV. */
export interface Recording {
  readonly inputUuid: string;
  readonly seconds: number | null;
}

export function textField(finding: { readonly fields: Fields }, property: string): string | null {
  const value = finding.fields[property];
  return typeof value === 'string' ? value : null;
}

export function listField(finding: { readonly fields: Fields }, property: string): readonly string[] {
  const value = finding.fields[property];
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}
