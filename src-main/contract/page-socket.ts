import { z } from 'zod';

/*
 * The one WebSocket between a page in a browser and its server. Text frames are JSON. A binary frame is a part of a file: four bytes with the
 * number of the request, and then the bytes of the file. The order of the first frames:
 * the server's `proof`, the page's `proof`, the server's `ticket` (or `link`), the page's `kept`, the server's `open`.
 */

/** The path of the WebSocket. The query has `pass`, the id of a secret (`idOf`), and `nonce`, a random text of the page. */
export const SOCKET_PATH = '/socket';
/** The longest frame of a page in bytes, and thus the longest input of a verb. */
export const LONGEST_FRAME = 1024 * 1024;
/** The bytes of a file in one frame. */
export const PIECE_BYTES = 128 * 1024;
/** The bytes that a page may send of each upload before the server grants more. Browsers report no back-pressure. */
export const FIRST_CREDIT = 1024 * 1024;
export const NUMBER_BYTES = 4;

/** The codes with which the server closes the connection. */
export const REFUSED = 4401;
export const BROKEN_RULES = 4400;

const number = z.int().min(1).max(0xffff_ffff);
const word = z.string().min(38).max(64);

export const pageFrameSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('proof'), proof: word }),
  /** The page stored the ticket, so the secret of the connection is spent. */
  z.strictObject({ kind: z.literal('kept') }),
  z.strictObject({ kind: z.literal('ask'), number, name: z.string().max(100), input: z.unknown() }),
  /** The page cannot read the rest of the file of this upload. */
  z.strictObject({ kind: z.literal('give-up'), number }),
]);
export type PageFrame = z.infer<typeof pageFrameSchema>;

export const serverFrameSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('proof'), proof: word, nonce: word }),
  /** The secret by which a reload of the page connects. */
  z.object({ kind: z.literal('ticket'), ticket: word }),
  /** The secret of a new one-time link, for another process of the same user. */
  z.object({ kind: z.literal('link'), link: word }),
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('answer'), number, result: z.unknown() }),
  z.object({ kind: z.literal('event'), event: z.unknown() }),
  /** The page may send `bytes` more of this upload. */
  z.object({ kind: z.literal('credit'), number, bytes: z.int().min(1) }),
  /** The rest of the file that answers this request does not come. */
  z.object({ kind: z.literal('cut'), number }),
]);
export type ServerFrame = z.infer<typeof serverFrameSchema>;

const id = z.string().min(1).max(200);
const fetched = z.object({ name: z.string(), type: z.string(), size: z.int().min(0) });

/** The requests of a page that the browser host answers itself, because these requests carry files or events. */
export const BROWSER_REQUESTS = {
  /** Sends every event from now on, first the whole state. */
  'browser.listen': { input: z.strictObject({}), output: z.null() },
  /** Begins a file of a drop. The bytes follow in binary frames with the number of this request; the answer comes after the last byte. */
  'browser.upload': {
    input: z.strictObject({
      drop: z.string(),
      path: z.string(),
      size: z.int().min(0),
      giving: z
        .strictObject({ id: z.string().max(100), files: z.int().min(1), entry: z.int().min(0) })
        .optional(),
    }),
    output: z.unknown(),
  },
  /** Reads a document of a Task. After the answer, `size` bytes come in binary frames. `purpose` goes into the audit entry. */
  'browser.read-document': {
    input: z.strictObject({ task: id, item: id, purpose: z.enum(['show', 'save']) }),
    output: fetched,
  },
  /** Reads a file that a verb made, such as an export, in the same way. */
  'browser.read-made': { input: z.strictObject({ file: z.string().min(1).max(100) }), output: fetched },
} satisfies Record<`browser.${string}`, { input: z.ZodType; output: z.ZodType }>;
