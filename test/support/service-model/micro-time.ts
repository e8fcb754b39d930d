/** A moment as the service writes dates: six digits after the second, or none at a whole second. */
export function dateText(micros: number): string {
  const second = new Date(Math.floor(micros / 1000)).toISOString().slice(0, 19);
  const rest = micros % 1_000_000;
  return rest === 0 ? `${second}Z` : `${second}.${String(rest).padStart(6, '0')}Z`;
}

/** Microseconds since the epoch of a date with any number of digits after the second. */
export function microsOf(text: string): number {
  const digits = /\.(\d+)/.exec(text)?.[1] ?? '';
  return Date.parse(text.replace(/\.\d+/, '')) * 1000 + Number(digits.padEnd(6, '0').slice(0, 6));
}

/** A date of `dateText` in a form whose order as a text is the order in time. */
export function comparable(date: string): string {
  return date.includes('.') ? date : date.replace('Z', '.000000Z');
}
