import type { Random } from '../random.ts';

/** A uuid of version 4 from a test's own chance. */
export function newUuid(random: Random): string {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}
