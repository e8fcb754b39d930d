import { z } from 'zod';

export const pdfDocumentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pages'), pages: z.array(z.string()).readonly(), truncated: z.boolean() }),
  z.object({ kind: z.literal('opaque'), why: z.literal('too-large') }),
  z.object({ kind: z.literal('unreadable'), format: z.literal('PDF') }),
]);
export type PdfDocument = z.infer<typeof pdfDocumentSchema>;

/** The content of an input, as the reader returns it. The search for records comes later. */
export type ReadDocument =
  | PdfDocument
  | { readonly kind: 'json'; readonly value: unknown }
  /** An audio file. The reader determines only its length. `seconds` is null for a damaged file and for every format except WAV. */
  | { readonly kind: 'recording'; readonly seconds: number | null }
  /** A file that the reader does not read. `no-text`: an image or a file of an unknown type. `too-large`: a file above a size limit. */
  | { readonly kind: 'opaque'; readonly why: 'no-text' | 'too-large' }
  /** A file that is damaged or encrypted, or whose content is not in the declared format. `format` is the declared format. */
  | { readonly kind: 'unreadable'; readonly format: 'PDF' | 'text' | 'JSON' };

/** Whether the text has at least two letters or digits. A text with fewer letters and digits is noise from a scanner. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text);
}
