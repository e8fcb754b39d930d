import { type Ending, isReservedAt, pieces, type Reader } from './reader.ts';

const [QUOTE, BACKSLASH, LINE_FEED, RETURN] = [0x22, 0x5c, 0x0a, 0x0d] as const;
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d] as const;

/** Text ends with the end of a line, if its writer ends lines. Other text can end anywhere. */
export async function endOfText(reader: Reader): Promise<Ending> {
  const { size, at } = reader;
  if (await isReservedAt(reader, size)) return 'unfinished';
  const [before, last] = [...(await at(Math.max(0, size - 2), 2)), null];
  // The end of a line in UTF-16 has a zero byte.
  const end = last === null ? before : last === 0 ? before : last;
  return end === LINE_FEED || end === RETURN ? 'whole' : 'unknown';
}

/**
 * Every bracket and every string of JSON is closed. Further values behind the first value, and words such as NaN, end no document, so
 * NDJSON and the JSON of Python are whole.
 */
export async function endOfJson(reader: Reader): Promise<Ending> {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  for await (const piece of pieces(reader)) {
    for (const byte of piece) {
      if (isEscaped) isEscaped = false;
      else if (inString) {
        if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
        // A string of JSON has no end of a line, so this text is no JSON.
        else if (byte === LINE_FEED) return await endOfText(reader);
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    }
  }
  return inString || depth > 0 ? 'unfinished' : 'whole';
}

/** Every group of RTF is closed: the brace that closes the first brace ends the document. */
export async function endOfRtf(reader: Reader): Promise<Ending> {
  let depth = 0;
  let isEscaped = false;
  for await (const piece of pieces(reader)) {
    for (const byte of piece) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === OPEN_BRACE) depth += 1;
      else if (byte === CLOSE_BRACE) {
        depth -= 1;
        if (depth === 0) return 'whole';
      }
    }
  }
  return 'unfinished';
}

/** Parts of XML in which brackets and quotes have no meaning, by their beginning, with their end. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
const LONGEST_START = 9;
const LONGEST_NAME = 1000;

/**
 * The root element of XML is closed. Only tags with the name of the root are counted, because a web page may leave other elements open.
 */
export async function endOfXml(reader: Reader): Promise<Ending> {
  const decoder = new TextDecoder(encodingOf(await reader.at(0, 2)));
  let rest = '';
  /** The text that ends the part that is being read: of a comment, a quoted value or a tag. */
  let until: string | null = null;
  let inTag: 'open' | 'close' | 'other' | null = null;
  let root: string | null = null;
  let depth = 0;
  let beforeEnd = '';

  /** Reads as much of `rest` as is certain. Returns whether the root element was closed. */
  const read = (): boolean => {
    for (;;) {
      if (until !== null) {
        const end = rest.indexOf(until);
        if (end === -1) {
          rest = rest.slice(-until.length);
          return false;
        }
        beforeEnd = until;
        rest = rest.slice(end + until.length);
        until = null;
      }
      if (inTag !== null) {
        const end = rest.search(/["'>[]/);
        if (end === -1) {
          beforeEnd = rest.at(-1) ?? beforeEnd;
          rest = '';
          return false;
        }
        beforeEnd = rest[end - 1] ?? beforeEnd;
        const found = rest[end];
        rest = rest.slice(end + 1);
        if (found === '"' || found === "'") {
          until = found;
          continue;
        }
        const kind: string = inTag;
        // The declarations inside a DOCTYPE look like tags of their own.
        if (found === '[' && kind !== 'other') continue;
        inTag = null;
        if (kind === 'open') depth += beforeEnd === '/' ? 0 : 1;
        if (kind === 'close') depth -= 1;
        if (kind !== 'other' && depth === 0) return true;
      }
      const start = rest.indexOf('<');
      rest = start === -1 ? '' : rest.slice(start);
      if (rest.length < LONGEST_START) return false;
      until = SKIPPED.find(([begin]) => rest.startsWith(begin))?.[1] ?? null;
      if (until !== null) continue;
      const name = /^<\/?([^\s<>/"'=!]{1,1000})(?=[\s<>/"'=])/.exec(rest)?.[1];
      if (name === undefined && rest.length < LONGEST_NAME && !rest.includes('>')) return false;
      if (rest[1] === '/') inTag = name === root ? 'close' : 'other';
      else if (rest[1] === '!' || name === undefined) inTag = 'other';
      else {
        root ??= name;
        inTag = name === root ? 'open' : 'other';
      }
      beforeEnd = '';
      rest = rest.slice(1 + (name?.length ?? 0));
    }
  };

  for await (const piece of pieces(reader)) {
    rest += decoder.decode(piece, { stream: true });
    if (read()) return 'whole';
  }
  // The last tag may be shorter than the longest beginning.
  rest += ' '.repeat(LONGEST_START);
  return read() ? 'whole' : 'unfinished';
}

/** Whether the first bytes are a web page. A declaration of XML and comments may come first. */
export function isWebPage(head: Buffer): boolean {
  let text = textOf(head);
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/^(<\?xml[^>]*>|<!--[\s\S]*?-->)\s*/, '');
  }
  return /^<(!doctype\s+html|html|head|body)\b(?!-)/i.test(text);
}

function encodingOf(mark: Buffer): string {
  const bytes = mark.toString('hex');
  if (bytes === 'fffe') return 'utf-16le';
  return bytes === 'feff' ? 'utf-16be' : 'latin1';
}

/** Returns the first bytes of a text without a byte order mark and blanks; '' if the bytes are no text. */
export function textOf(head: Buffer): string {
  const text = new TextDecoder(encodingOf(head.subarray(0, 2))).decode(head, { stream: true });
  return text.includes('\0') ? '' : text.replace(/^(\uFEFF|\u00ef\u00bb\u00bf)?\s*/, '');
}
