import type { ReadDocument } from './document.ts';
import type { ReadableInput } from './evaluation.ts';
import { LIMITS } from './limits.ts';
import { readPdf } from './read-pdf.ts';
import { secondsOf } from './recording.ts';

type Format = 'PDF' | 'text' | 'JSON' | 'audio' | null;

/** Reads one input by its declared type. Types without text (images, unknown ones) are not even loaded. */
export async function readInput(input: ReadableInput): Promise<ReadDocument> {
  const format = formatOf(input);
  switch (format) {
    case 'PDF':
      return readPdf(await input.bytes());
    case 'text':
      return readText(await input.bytes());
    case 'JSON':
      return readJson(await input.bytes());
    case 'audio':
      return { kind: 'recording', seconds: secondsOf(await input.bytes()) };
    case null:
      return { kind: 'opaque', why: 'no-text' };
  }
}

function formatOf(input: ReadableInput): Format {
  if (input.kind === 'json') return 'JSON';
  if (input.kind === 'text') return 'text';
  const type = (input.mediaType.split(';')[0] ?? '').trim().toLowerCase();
  if (type === 'application/pdf') return 'PDF';
  if (type === 'application/json' || type.endsWith('+json')) return 'JSON';
  if (type.startsWith('text/')) return 'text';
  if (type.startsWith('audio/')) return 'audio';
  return null;
}

function readText(bytes: Uint8Array): ReadDocument {
  if (bytes.byteLength > LIMITS.textBytes) return { kind: 'opaque', why: 'too-large' };
  const text = decode(bytes);
  if (text === null) return { kind: 'unreadable', format: 'text' };
  const whole = text.slice(0, LIMITS.charactersPerFile);
  // Printed reports keep their page breaks as form feeds.
  const raw = whole.split('\f');
  const pages = raw.slice(0, LIMITS.pages).map(tidy);
  const cut = raw.length > pages.length || raw.some((page) => page.length > LIMITS.charactersPerPage);
  return { kind: 'pages', pages, truncated: cut || whole.length < text.length };
}

function decode(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Older hospital systems export Windows code pages; every byte has a meaning there.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const tidy = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t\u00a0]{2,}/g, '  ')
    .slice(0, LIMITS.charactersPerPage);

function readJson(bytes: Uint8Array): ReadDocument {
  if (bytes.byteLength > LIMITS.jsonBytes) return { kind: 'opaque', why: 'too-large' };
  const text = decode(bytes);
  if (text === null || text.trim() === '') return { kind: 'unreadable', format: 'JSON' };
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return { kind: 'json', value };
  } catch {
    return { kind: 'unreadable', format: 'JSON' };
  }
}
