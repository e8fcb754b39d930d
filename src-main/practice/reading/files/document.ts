import { z } from 'zod';

/** The result of reading a PDF, as the worker thread sends it. */
export const pdfDocumentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pages'), pages: z.array(z.string()).readonly(), truncated: z.boolean() }),
  z.object({ kind: z.literal('opaque'), why: z.literal('too-large') }),
  z.object({ kind: z.literal('unreadable'), format: z.literal('PDF') }),
]);
export type PdfDocument = z.infer<typeof pdfDocumentSchema>;

/** The content of one input, before its kind of document is known. */
export type ReadDocument =
  | { readonly kind: 'pages'; readonly pages: readonly string[]; readonly truncated: boolean }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Audio, which this reader does not transcribe. `seconds` is null if the format does not tell the length. */
  | { readonly kind: 'recording'; readonly seconds: number | null }
  /** Stored but not read: images, unknown types, and files above the size limits. */
  | { readonly kind: 'opaque'; readonly why: 'no-text' | 'too-large' }
  /** The content is not in the declared format. `format` is the plain name of the declared format. */
  | { readonly kind: 'unreadable'; readonly format: 'PDF' | 'text' | 'JSON' };

/** Whether a page or text has at least a few letters or digits; less is scanner noise. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text);
}
