const LONGEST_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a Retry-After header (docs/service.md 5.4): seconds, or an HTTP date, which is measured against the
 * answer's own Date header because this computer's clock may be wrong. Gives milliseconds in 0..24 h, or null where
 * there is no usable value.
 */
export function parseRetryAfter(
  value: string | undefined,
  dateHeader: string | undefined,
  nowMs: number,
): number | null {
  const text = value?.trim() ?? '';
  if (text === '') return null;
  if (/^[+-]?\d+(\.\d+)?$/.test(text)) return clamp(Math.ceil(Number(text) * 1000));
  // Date.parse also takes bare numbers and other forms that are no HTTP date (RFC 9110 5.6.7).
  if (!/^[A-Za-z]{3,9},? .*\d\d:\d\d:\d\d/.test(text)) return null;
  // The asctime form names no zone, and would be read as this computer's.
  const until = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  if (Number.isNaN(until)) return null;
  const serverNow = dateHeader === undefined ? Number.NaN : Date.parse(dateHeader);
  return clamp(until - (Number.isNaN(serverNow) ? nowMs : serverNow));
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, 0), LONGEST_MS);
}
