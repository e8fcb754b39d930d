import { existsSync, readFileSync } from 'node:fs';
import { aegis256Stream, decipherAegis256 } from './aegis-256.ts';

/* Every byte of an encrypted ledger as it is inside: also of free pages, and of what the write-ahead log still holds. */

const PAGE = 4096;
/** At the end of each page: a tag that proves it, and a nonce. */
const TAG = 32;
const NONCE = 32;
/** What stands openly in the first page: a salt, and the few facts that SQLite reads before it can decipher. */
const OPEN = 24;
const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/** The pages of a database file, deciphered. */
export function ledgerPages(path: string, key: string): Buffer {
  const bytes = readFileSync(path);
  const pages: Buffer[] = [];
  for (let at = 0, number = 1; at + PAGE <= bytes.length; at += PAGE, number += 1) {
    pages.push(decipher(bytes.subarray(at, at + PAGE), number, key));
  }
  return Buffer.concat(pages);
}

/** Every frame of a write-ahead log, those that count no more included; empty where there is none. */
export function logPages(path: string, key: string): Buffer {
  if (!existsSync(path)) return Buffer.alloc(0);
  const bytes = readFileSync(path);
  const pages: Buffer[] = [];
  for (let at = LOG_HEADER; at + FRAME_HEADER + PAGE <= bytes.length; at += FRAME_HEADER + PAGE) {
    const page = bytes.subarray(at + FRAME_HEADER, at + FRAME_HEADER + PAGE);
    pages.push(decipher(page, bytes.readUInt32BE(at), key));
  }
  return Buffer.concat(pages);
}

/** Each page has a key of its own: drawn from the ledger's and the page's nonce, and bound to the page's number. */
function decipher(page: Buffer, number: number, key: string): Buffer {
  const end = PAGE - TAG - NONCE;
  const own = aegis256Stream(64, Buffer.from(key, 'hex'), page.subarray(end + TAG));
  own.writeUInt32BE(number, own.length - 4);
  const start = number === 1 ? OPEN : 0;
  return decipherAegis256(page.subarray(start, end), own.subarray(0, 32), own.subarray(32));
}
