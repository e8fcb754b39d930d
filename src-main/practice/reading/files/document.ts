import { z } from 'zod';

/** What reading a PDF gave, as its reader's thread tells it. */
export const pdfDocumentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pages'), pages: z.array(z.string()).readonly(), truncated: z.boolean() }),
  z.object({ kind: z.literal('opaque'), why: z.literal('too-large') }),
  z.object({ kind: z.literal('unreadable'), format: z.literal('PDF') }),
]);
export type PdfDocument = z.infer<typeof pdfDocumentSchema>;

/** What reading one input gave, before anybody asks what kind of document it is. */
export type ReadDocument =
  | { readonly kind: 'pages'; readonly pages: readonly string[]; readonly truncated: boolean }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Audio: nobody here writes down what is said. `seconds` is null where the format does not tell. */
  | { readonly kind: 'recording'; readonly seconds: number | null }
  /** Kept but never read: images, unknown types, and files above the size limits. */
  | { readonly kind: 'opaque'; readonly why: 'no-text' | 'too-large' }
  /** Declared as something readable, and is not. `format` is the plain name of that something. */
  | { readonly kind: 'unreadable'; readonly format: 'PDF' | 'text' | 'JSON' };

/** True for a page or text with at least a few letters or digits: less is scanner noise. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text);
}
