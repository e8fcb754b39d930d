import { createDecipheriv } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/*
 * Every byte of a ledger as it is inside: also of free pages, and of what the write-ahead log still
 * holds. The cipher is that of Node, apart from the library whose work the search looks at.
 */

const PAGE = 4096;
/** At the end of each page: an initialization vector, and a tag that proves the page. */
const VECTOR = 16;
const TAG = 64;
/** What stands openly in the first page: a salt. */
const OPEN = 16;
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

function decipher(page: Buffer, number: number, key: string): Buffer {
  const end = PAGE - VECTOR - TAG;
  const vector = page.subarray(end, end + VECTOR);
  // The pages are whole blocks, so that nothing pads them.
  const cipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'hex'), vector).setAutoPadding(false);
  return Buffer.concat([cipher.update(page.subarray(number === 1 ? OPEN : 0, end)), cipher.final()]);
}
