/*
 * Places of a folder whose old files nobody has listed yet: paths of files, and those of folders with a `/` at their end. What
 * is found there lay there before the rule, as far as anybody knows.
 */

/** Everything: another folder stands at the path than the one that was listed. */
export const EVERYTHING = '/';

/** Whether a path is one of the places, or lies below one. */
export function isAmong(places: ReadonlySet<string>, path: string): boolean {
  if (places.size === 0) return false;
  const name = path.normalize('NFC');
  if (places.has(EVERYTHING) || places.has(name)) return true;
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    if (places.has(name.slice(0, at + 1))) return true;
  }
  return false;
}

/** What is left of the places after a walk that could not see some: what of them it saw is listed now. */
export function stillUnlisted(places: ReadonlySet<string>, unseen: ReadonlySet<string>): Set<string> {
  const hidden = new Set([...unseen].map((one) => one.normalize('NFC')));
  return new Set([
    ...[...hidden].filter((one) => isAmong(places, one)),
    ...[...places].filter((one) => one !== EVERYTHING && isAmong(hidden, one)),
  ]);
}
