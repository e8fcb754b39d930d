import { givenObjectSchema } from '../../contract/json-object.ts';
import { say } from '../../contract/say.ts';
import { PlainError } from '../plain-error.ts';
import type { StreamedFile } from './fill-drop.ts';

/** A document that a person typed: text, or a JSON object (docs/service.md 4.2, `uploads`). */
export interface TypedDocument {
  /** The file name, with or without its extension. An empty name becomes a default name. */
  readonly name: string;
  readonly kind: 'text' | 'json';
  readonly text: string;
}

const USUAL_NAMES = { text: 'Typed text', json: 'Typed data' } as const;
const EXTENSIONS = { text: '.txt', json: '.json' } as const;

/**
 * Returns the typed document as a file with a stream of bytes. The file name gets an extension, because the extension decides the media
 * type (`media-type.ts`).
 *
 * @throws PlainError `drop.not-json`
 */
export function streamOf({ name, kind, text }: TypedDocument): [StreamedFile, AsyncIterable<Uint8Array>] {
  if (kind === 'json' && !isObject(text)) {
    throw new PlainError(
      'drop.not-json',
      say('documents.typedDataNotJson'),
      say('documents.enterNamesValues'),
    );
  }
  const bytes = Buffer.from(text.toWellFormed());
  async function* whole() {
    yield bytes;
  }
  // Without this replacement, the part of the name before a slash would count as a folder.
  const plain = name.trim().replace(/[\\/]/g, '-') || USUAL_NAMES[kind];
  const path = plain.toLowerCase().endsWith(EXTENSIONS[kind]) ? plain : `${plain}${EXTENSIONS[kind]}`;
  return [{ path, size: bytes.length }, whole()];
}

function isObject(text: string): boolean {
  try {
    return givenObjectSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
