/**
 * Limits for one document. The limits of size and number give the same result on a fast and on a slow computer. The only time limit,
 * `pdfMs`, stops a parser that hangs.
 */
export const LIMITS = {
  pdfBytes: 64 * 1024 * 1024,
  /**
   * The maximum number of decompressed bytes: `pdfStreamBytes` for one stream of a PDF, `pdfUnpackedBytes` for all streams of a PDF. Images
   * do not count.
   */
  pdfStreamBytes: 32 * 1024 * 1024,
  pdfUnpackedBytes: 128 * 1024 * 1024,
  /** The number of milliseconds after which the reader gives up on a PDF. */
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
