import { z } from 'zod';
import { belongingSchema } from '../belonging.ts';

/** Every station that watches the folder leaves its mark, so that the holder knows of those that only wait. */
export const MARK_PREFIX = 'station-';
/** More than any content takes, so that a shorter one never leaves the end of a longer one standing. */
const LEASE_BYTES = 1024;
const LEASE_NAME = /^lease-(\d{1,9})$/;
const leaseSchema = belongingSchema.extend({
  id: z.string(),
  name: z.string(),
  beat: z.int(),
  released: z.boolean(),
  /** Another one each time that a lease is taken; null from an older Clearfolder. */
  word: z.string().nullable().default(null),
});
export type LeaseContent = z.infer<typeof leaseSchema>;

export const leaseName = (generation: number): string => `lease-${generation}`;

/** The generation of a lease by the name of its file, or null where the file is no lease. */
export function generationOf(name: string): number | null {
  const digits = LEASE_NAME.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

export function leaseText(content: LeaseContent): string {
  return JSON.stringify(content).padEnd(LEASE_BYTES);
}

/** What a lease says, or null where it says nothing that is understood. */
export function parseLease(text: string): LeaseContent | null {
  try {
    return leaseSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
