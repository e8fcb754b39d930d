import { z } from 'zod';

export const pdfDocumentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pages'), pages: z.array(z.string()).readonly(), truncated: z.boolean() }),
  z.object({ kind: z.literal('opaque'), why: z.literal('too-large') }),
  z.object({ kind: z.literal('unreadable'), format: z.literal('PDF') }),
]);
export type PdfDocument = z.infer<typeof pdfDocumentSchema>;

/** The content of an input, before the search for records. */
export type ReadDocument =
  | PdfDocument
  | { readonly kind: 'json'; readonly value: unknown }
  /** An audio file. The reader reads only its length. `seconds` is null if the format does not contain the length. */
  | { readonly kind: 'recording'; readonly seconds: number | null }
  /** A file that the reader does not read: an image, an unknown type, or a file above a size limit. */
  | { readonly kind: 'opaque'; readonly why: 'no-text' | 'too-large' }
  /** The content is not in the declared format. `format` is the declared format, as named in texts. */
  | { readonly kind: 'unreadable'; readonly format: 'PDF' | 'text' | 'JSON' };

/** Whether the text has at least two letters or digits. Shorter text is scanner noise. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text);
}
