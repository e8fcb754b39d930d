/** Limits for one document. Limits of size give the same result on every computer. The time limit `pdfMs` stops a parser that hangs. */
export const LIMITS = {
  pdfBytes: 64 * 1024 * 1024,
  /** The maximum number of decompressed bytes, without images: `pdfStreamBytes` for one stream, `pdfUnpackedBytes` for all streams. */
  pdfStreamBytes: 32 * 1024 * 1024,
  pdfUnpackedBytes: 128 * 1024 * 1024,
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
