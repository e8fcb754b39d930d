import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const LinkQuery = z.object({ expires: z.string().regex(/^\d{1,15}$/), signature: z.string() });

/**
 * Signs and checks download links, which carry their own right of access and die by themselves
 * (docs/service.md 4.7).
 */
export class SignedLinks {
  readonly #key: string;
  readonly #seconds: number;
  readonly #clock: () => Date;

  constructor(parts: { key: string; seconds: number; clock: () => Date }) {
    this.#key = parts.key;
    this.#seconds = parts.seconds;
    this.#clock = parts.clock;
  }

  /** The query string that opens the data item until its time is over. */
  sign(itemUuid: string): string {
    const expires = String(this.#clock().getTime() + this.#seconds * 1000);
    return `expires=${expires}&signature=${this.#signature(itemUuid, expires)}`;
  }

  /** Whether the query of a request is a signature for this item that still lives. */
  opens(itemUuid: string, query: unknown): boolean {
    const parsed = LinkQuery.safeParse(query);
    if (!parsed.success) return false;
    const { expires, signature } = parsed.data;
    const expected = Buffer.from(this.#signature(itemUuid, expires));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    return this.#clock().getTime() <= Number(expires);
  }

  #signature(itemUuid: string, expires: string): string {
    return createHmac('sha256', this.#key).update(`${itemUuid}\n${expires}`).digest('base64url');
  }
}
