/** Limits for one document. Size limits always give the same result; the time limit stops only a reader that would never end. */
export const LIMITS = {
  pdfBytes: 64 * 1024 * 1024,
  /** Maximum unpacked bytes of one PDF stream, and of all streams together; images are never unpacked. */
  pdfStreamBytes: 32 * 1024 * 1024,
  pdfUnpackedBytes: 128 * 1024 * 1024,
  /** The maximum unpacked bytes of one PDF stream, and of all streams together; images are never unpacked. */
  pdfMs: 240_000,
  textBytes: 8 * 1024 * 1024,
  jsonBytes: 8 * 1024 * 1024,
  pages: 300,
  textRunsPerPage: 20_000,
  charactersPerPage: 20_000,
  charactersPerFile: 400_000,
  jsonResources: 2_000,
  jsonVisits: 20_000,
  jsonDepth: 12,
  recordsPerFile: 200,
} as const;
