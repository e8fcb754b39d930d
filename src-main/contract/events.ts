import { z } from 'zod';
import { redirectQuestionSchema } from './redirect.ts';
import { dropSchema } from './views/drop.ts';
import { lockStateSchema } from './views/lock.ts';
import { overviewSchema } from './views/overview.ts';
import { preferencesSchema } from './views/settings-view.ts';

/** Where in the app something is; ids only, never patient data (I11). */
export const placeSchema = z.discriminatedUnion('screen', [
  z.object({ screen: z.enum(['today', 'verdicts', 'tasks', 'folders', 'settings', 'audit']) }),
  z.object({ screen: z.literal('waiting'), task: z.string().nullable() }),
  z.object({ screen: z.literal('task'), task: z.string() }),
  z.object({ screen: z.literal('drop'), drop: z.string() }),
]);
export type Place = z.infer<typeof placeSchema>;

/** What the engine tells its user interfaces, unasked. */
export const appEventSchema = z.discriminatedUnion('kind', [
  /** Something that can be shown has changed; also sent first, and every few seconds as a sign of life. */
  z.object({ kind: z.literal('overview'), overview: overviewSchema }),
  /** Bytes moved; keyed by outbox id. Between two overviews. */
  z.object({
    kind: z.literal('progress'),
    rows: z.array(z.object({ id: z.string(), sent: z.number(), total: z.number() })),
  }),
  z.object({ kind: z.literal('drop'), drop: dropSchema }),
  z.object({ kind: z.literal('preferences'), preferences: preferencesSchema }),
  /** Sent with the first overview, and whenever it changes. While it is locked no event holds patient data. */
  z.object({ kind: z.literal('lock'), lock: lockStateSchema }),
  /** A change waits until a person confirms it with `redirect.answer`; null once none does. Never sent while it is locked. */
  z.object({ kind: z.literal('confirm'), question: redirectQuestionSchema.nullable() }),
  /** The person asked, outside the page (tray, notification, menu), to be led there. */
  z.object({ kind: z.literal('go'), place: placeSchema }),
]);
export type AppEvent = z.infer<typeof appEventSchema>;
