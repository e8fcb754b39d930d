/** What reading one input gave, before anybody asks what kind of document it is. */
export type ReadDocument =
  | { readonly kind: 'pages'; readonly pages: readonly string[]; readonly truncated: boolean }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Kept but never read: images, audio, unknown types, and files above the size limits. */
  | { readonly kind: 'opaque'; readonly why: 'no-text' | 'too-large' }
  /** Declared as something readable, and is not. `format` is the plain name of that something. */
  | { readonly kind: 'unreadable'; readonly format: 'PDF' | 'text' | 'JSON' };

/** True for a page or text with at least a few letters or digits: less is scanner noise. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text);
}
