/**
 * What one document may cost. Reading happens on the event loop of the app, so a hostile or absurd file must be cut off
 * by size, never by time: the same bytes always give the same result.
 */
export const LIMITS = {
  pdfBytes: 64 * 1024 * 1024,
  /** What one packed stream of a PDF, and all of them, may come to once unpacked; pictures are never unpacked. */
  pdfStreamBytes: 32 * 1024 * 1024,
  pdfUnpackedBytes: 128 * 1024 * 1024,
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
