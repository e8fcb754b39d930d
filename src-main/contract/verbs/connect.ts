import { z } from 'zod';
import { isNetworkProblem, problemCodeSchema } from '../problem.ts';
import { saidSchema } from '../say.ts';
import { backlogSchema, identifier, settingsSchema } from '../settings.ts';
import { verb } from '../verb.ts';
import { organisationSchema } from '../views/settings-view.ts';

/** A service that a person wants to connect this station to. Nothing of this is saved before `connect.finish`. */
const serviceSchema = z.object({
  environment: identifier,
  address: z.string().max(300),
  network: settingsSchema.shape.network.unwrap(),
  /** The sign-in at the proxy; null if the proxy asks for none, or if its sign-in was saved before. */
  proxy_login: z
    .object({ user: z.string().regex(/^[^:]{1,200}$/), password: z.string().max(500) })
    .nullable(),
  /** Whether the person chose a private file for the secrets of the environment, because the keychain does not work. */
  in_file: z.boolean(),
});

/**
 * The outcome of a test of the sign-in. `accepted`: `id` names the test for `connect.finish`. `elsewhere`: CLEARFOLDER_API_SECRET belongs to
 * another service. `no-store`: the keychain does not work. `no-answer`: `cause` is the reason, such as a refused connection. `network`:
 * a certificate or the proxy prevents the connection.
 */
export const triedSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted'), id: z.string(), organisation: organisationSchema }),
  z.object({ outcome: z.literal('malformed') }),
  z.object({ outcome: z.literal('refused') }),
  z.object({ outcome: z.literal('no-answer'), cause: z.string() }),
  z.object({ outcome: z.literal('network'), code: problemCodeSchema.refine(isNetworkProblem) }),
  z.object({ outcome: z.literal('other-organisation'), secret: z.string(), record: z.string().nullable() }),
  z.object({ outcome: z.literal('elsewhere'), origin: z.string() }),
  z.object({ outcome: z.literal('no-store') }),
]);
export type Tried = z.infer<typeof triedSchema>;

export const connectVerbs = {
  /**
   * Returns where the secrets of an environment would be kept, and whether this place works. `fault`: why not, in the words of the system.
   * `file`: the path of the private file that a person may choose instead; null if the place works or no other place is allowed.
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
   * Signs in at the service (docs/service.md 5) and saves nothing. Before the first byte goes to another address, a person must confirm
   * the address (I9). A null `api_secret` means the api_secret in CLEARFOLDER_API_SECRET.
   */
  'connect.test': verb(
    'none',
    { service: serviceSchema, api_secret: z.string().min(1).max(4096).nullable() },
    triedSchema,
  ),
  /**
   * Saves the tested service and its api_secret, and decides about the files that wait in watched folders. If a part cannot be saved,
   * nothing is saved.
   */
  'connect.finish': verb(
    'none',
    { id: z.string().max(100), folders: z.array(z.object({ folder: z.string(), decision: backlogSchema })) },
    z.null(),
  ),
  /** Forgets the tested service and its api_secret. */
  'connect.cancel': verb('none', {}, z.null()),
};
