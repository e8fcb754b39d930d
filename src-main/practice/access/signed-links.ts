import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const LinkQuery = z.object({ expires: z.string().regex(/^\d{1,15}$/), signature: z.string() });

/** Signs and checks download links. A link gives access to one document without a token, until the link expires (docs/service.md 4.7). */
export function createSignedLinks(key: string, lifetimeSeconds: number, clock: () => Date) {
  function sign(itemUuid: string): string {
    const expires = String(clock().getTime() + lifetimeSeconds * 1000);
    return `expires=${expires}&signature=${signatureOf(itemUuid, expires)}`;
  }

  function opens(itemUuid: string, query: unknown): boolean {
    const parsed = LinkQuery.safeParse(query);
    if (!parsed.success) return false;
    const { expires, signature } = parsed.data;
    const expected = Buffer.from(signatureOf(itemUuid, expires));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    return clock().getTime() <= Number(expires);
  }

  function signatureOf(itemUuid: string, expires: string): string {
    return createHmac('sha256', key).update(`${itemUuid}\n${expires}`).digest('base64url');
  }

  return { sign, opens };
}

export type SignedLinks = ReturnType<typeof createSignedLinks>;
