import { ulid } from 'ulid';
import type { Clock, Random } from '../clock.ts';

const MAX_PART = 300;

/** A new ULID by the injected clock and randomness. */
export function newId(clock: Clock, random: Random): string {
  return ulid(Math.floor(clock.now()), random);
}

/** Fills in a rule's external id; the parts before `{id}` are cut where they would make it too long. */
export function fillExternalId(
  template: string,
  parts: { readonly id: string; readonly key: string | null; readonly folder: string },
): string {
  return template
    .replaceAll('{key}', () => (parts.key ?? '').slice(0, MAX_PART))
    .replaceAll('{folder}', () => parts.folder)
    .replaceAll('{id}', () => parts.id);
}
