import type { ScanResult } from './scan.ts';

const SHOWN = 3;

/** What a person should know of a walk that went through all the same, or null. */
export function remarkOf(result: Extract<ScanResult, { kind: 'done' }>): string | null {
  const remarks: string[] = [];
  if (result.strange) {
    remarks.push(
      'Another folder stands here than before, and nothing that was in it: perhaps a network drive is not connected. New files are sent; nothing was recorded as removed.',
    );
  }
  const { unreadable } = result;
  if (unreadable.length > 0) {
    const some = unreadable.slice(0, SHOWN).map(({ path, code }) => `${path} (${code})`);
    const more = unreadable.length > SHOWN ? ` and ${unreadable.length - SHOWN} more` : '';
    remarks.push(`Cannot be looked into, so what is there is not sent: ${some.join(', ')}${more}.`);
  }
  return remarks.length === 0 ? null : remarks.join(' ');
}
