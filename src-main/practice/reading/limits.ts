/** Limits for one document. The size limits do not depend on the speed of the machine; the time limit stops a parser that hangs. */
export const LIMITS = {
  pdfBytes: 64 * 1024 * 1024,
  /** The maximum decompressed bytes of one PDF stream, and of all streams of a PDF, without images. */
  pdfStreamBytes: 32 * 1024 * 1024,
  pdfUnpackedBytes: 128 * 1024 * 1024,
  /** Milliseconds after which the reader gives up on a PDF. */
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
