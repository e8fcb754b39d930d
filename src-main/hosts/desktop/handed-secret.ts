import { z } from 'zod';

/** What `open` sends to the desktop program over the channel between the two processes (hosts/command-line/open/open.ts). */
const handedSchema = z.object({ apiSecret: z.string() });

/** The ends of the channel that this program sees. */
interface Channel {
  readonly connected: boolean;
  once(event: 'message', heard: (message: unknown) => void): unknown;
  once(event: 'disconnect', heard: () => void): unknown;
  disconnect(): unknown;
}

/**
 * The api_secret that the process which started this program hands over, or null. An environment variable would reach each of
 * Electron's own processes too.
 */
export function apiSecretOfParent(own: Channel): Promise<string | null> {
  if (!own.connected) return Promise.resolve(null);
  return new Promise((resolve) => {
    own.once('disconnect', () => resolve(null));
    own.once('message', (message) => {
      const handed = handedSchema.safeParse(message);
      resolve(handed.success ? handed.data.apiSecret : null);
      own.disconnect();
    });
  });
}
