import { z } from 'zod';
import { isNetworkProblem, problemCodeSchema } from '../problem.ts';
import { saidSchema } from '../say.ts';
import { backlogSchema, identifier, settingsSchema } from '../settings.ts';
import { verb } from '../verb.ts';
import { organisationSchema } from '../views/settings-view.ts';

/** A service that a person wants to connect this station to. Only `connect.finish` saves these values. */
const serviceSchema = z.object({
  environment: identifier,
  address: z.string().max(300),
  network: settingsSchema.shape.network.unwrap(),
  /** The user name and password for the proxy; null if the proxy needs no password, or if the secret store already has the password. */
  proxy_login: z
    .object({ user: z.string().regex(/^[^:]{1,200}$/), password: z.string().max(500) })
    .nullable(),
  /** Whether the person chose to keep the secrets of the environment in a private file, because the keychain does not work. */
  in_file: z.boolean(),
});

/**
 * The outcome of a test of the sign-in:
 * - `accepted`: The service accepted the api_secret. `id` identifies the test for `connect.finish`.
 * - `malformed`: The typed text is not an api_secret.
 * - `refused`: The service refused the api_secret.
 * - `no-answer`: The service sent no usable response. `cause` is the reason, such as a refused connection.
 * - `network`: A certificate or the proxy prevents the connection. `code` is the problem.
 * - `other-organisation`: The api_secret belongs to the organization `secret`, but the ledger belongs to the organization `record`.
 *   An unknown name is null.
 * - `elsewhere`: CLEARFOLDER_API_SECRET belongs to another service than the tested service at `origin`.
 * - `no-store`: The keychain does not work, and the person did not choose the private file.
 */
export const triedSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted'), id: z.string(), organisation: organisationSchema }),
  z.object({ outcome: z.literal('malformed') }),
  z.object({ outcome: z.literal('refused') }),
  z.object({ outcome: z.literal('no-answer'), cause: z.string() }),
  z.object({ outcome: z.literal('network'), code: problemCodeSchema.refine(isNetworkProblem) }),
  z.object({
    outcome: z.literal('other-organisation'),
    secret: z.string().nullable(),
    record: z.string().nullable(),
  }),
  z.object({ outcome: z.literal('elsewhere'), origin: z.string() }),
  z.object({ outcome: z.literal('no-store') }),
]);
export type Tried = z.infer<typeof triedSchema>;

export const connectVerbs = {
  /**
   * Returns the place that would keep the secrets of an environment, and whether this place works.
   * - `store`: a description of the place.
   * - `fault`: the reason why the place does not work, as the system reports the reason; null if the place works.
   * - `file`: the path of a private file that a person may choose instead; null if the place works, or if no other place is allowed.
   */
  'connect.place': verb(
    'none',
    { environment: identifier },
    z.object({
      kind: z.enum(['keychain', 'file']),
      store: saidSchema,
      fault: saidSchema.nullable(),
      file: z.string().nullable(),
    }),
  ),
  /**
   * Signs in at the service (docs/service.md 5) and saves nothing. Before the first byte goes to a new address, a person must confirm the
   * address (I9). If `api_secret` is null, signs in with the value of CLEARFOLDER_API_SECRET.
   */
  'connect.test': verb(
    'none',
    { service: serviceSchema, api_secret: z.string().min(1).max(4096).nullable() },
    triedSchema,
  ),
  /**
   * Saves the tested service and its api_secret, and applies the decision for each folder about the files that already wait in the folder.
   * If any part cannot be saved, saves nothing.
   */
  'connect.finish': verb(
    'none',
    { id: z.string().max(100), folders: z.array(z.object({ folder: z.string(), decision: backlogSchema })) },
    z.null(),
  ),
  /** Cancels the connection: forgets the tested service and its api_secret, which exist only in memory. */
  'connect.cancel': verb('none', {}, z.null()),
};
