import { z } from 'zod';

const keptSchema = z.object({ origin: z.string(), api_secret: z.string() });

/** An api_secret as the secret store keeps it. `origin` is null in an entry of an older version, which named none. */
export interface KeptSecret {
  readonly origin: string | null;
  readonly secret: string;
}

export function writeKeptSecret(origin: string, secret: string): string {
  return JSON.stringify({ origin, api_secret: secret } satisfies z.infer<typeof keptSchema>);
}

/** An older entry is the api_secret alone, whose two colons no JSON object of ours has alone. */
export function readKeptSecret(text: string): KeptSecret {
  try {
    const { origin, api_secret: secret } = keptSchema.parse(JSON.parse(text));
    return { origin, secret };
  } catch {
    return { origin: null, secret: text };
  }
}
