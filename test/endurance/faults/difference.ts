/** Everything that must be the same however the way there was: documents by name, no ids and no times. */
export type Outcome = Readonly<Record<string, readonly string[]>>;

/** What is in one outcome and not in the other, in words; '' when they are the same. */
export function difference(wanted: Outcome, found: Outcome): string {
  return [...new Set([...Object.keys(wanted), ...Object.keys(found)])]
    .flatMap((key) => {
      const missing = without(wanted[key] ?? [], found[key] ?? []).map((line) => `  - ${line}`);
      const strange = without(found[key] ?? [], wanted[key] ?? []).map((line) => `  + ${line}`);
      return missing.length + strange.length === 0 ? [] : [key, ...missing, ...strange];
    })
    .join('\n');
}

function without(lines: readonly string[], taken: readonly string[]): string[] {
  const left = [...taken];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}
