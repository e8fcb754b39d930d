import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { ReadableInput } from '../../../../src-main/practice/reading/evaluation.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
  '.json': 'application/json',
};

/** A file on disk as an uploaded input; text and JSON become items of their kind, as the service makes them. */
export function diskInput(path: string): ReadableInput {
  const mediaType = TYPES[extname(path)] ?? 'application/octet-stream';
  const kind = mediaType === 'text/plain' ? 'text' : mediaType === 'application/json' ? 'json' : 'file';
  return { uuid: path, kind, tag: 'upload', name: basename(path), mediaType, bytes: () => readFile(path) };
}

let count = 0;
const input = (
  kind: ReadableInput['kind'],
  mediaType: string,
  bytes: Uint8Array,
  tag = 'upload',
): ReadableInput => {
  count += 1;
  return { uuid: `input-${count}`, kind, tag, name: null, mediaType, bytes: async () => bytes };
};

/** A text document. */
export const textInput = (text: string): ReadableInput => input('text', 'text/plain', Buffer.from(text));

/** A JSON value, as a document or as an answer. */
export const dataInput = (value: unknown, tag = 'upload'): ReadableInput =>
  input('json', 'application/json', Buffer.from(JSON.stringify(value)), tag);

/** Bytes of any declared type. */
export const fileInput = (mediaType: string, bytes: Uint8Array): ReadableInput =>
  input('file', mediaType, bytes);
