/**
 * What one document may cost. A hostile or absurd file is cut off by size, so that the same bytes always give the same
 * result; time ends only what would never end.
 */
export const LIMITS = {
  pdfBytes: 64 * 1024 * 1024,
  /** What one packed stream of a PDF, and all of them, may come to once unpacked; pictures are never unpacked. */
  pdfStreamBytes: 32 * 1024 * 1024,
  pdfUnpackedBytes: 128 * 1024 * 1024,
  /** Far beyond what the sizes above allow on a slow machine. */
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
