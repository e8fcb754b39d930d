import { z } from 'zod';
import { redirectQuestionSchema } from './redirect.ts';
import { dropSchema } from './views/drop.ts';
import { lockStateSchema } from './views/lock.ts';
import { overviewSchema } from './views/overview.ts';
import { preferencesSchema } from './views/settings-view.ts';

/** A screen of the app, with ids only and never patient data (I11). */
export const placeSchema = z.discriminatedUnion('screen', [
  z.object({ screen: z.enum(['today', 'verdicts', 'tasks', 'folders', 'settings', 'audit']) }),
  z.object({ screen: z.literal('waiting'), task: z.string().nullable() }),
  z.object({ screen: z.literal('task'), task: z.string() }),
  z.object({ screen: z.literal('drop'), drop: z.string() }),
]);
export type Place = z.infer<typeof placeSchema>;

export const appEventSchema = z.discriminatedUnion('kind', [
  /** The contents of the Today screen: sent first, after each change, and every few seconds as a heartbeat. */
  z.object({ kind: z.literal('overview'), overview: overviewSchema }),
  /** The sent bytes of running requests, by the id of the outbox row. */
  z.object({
    kind: z.literal('progress'),
    rows: z.array(z.object({ id: z.string(), sent: z.number(), total: z.number() })),
  }),
  z.object({ kind: z.literal('drop'), drop: dropSchema }),
  z.object({ kind: z.literal('preferences'), preferences: preferencesSchema }),
  /** The state of the lock: sent with the first overview and after each change. While the station is locked, no event has patient data. */
  z.object({ kind: z.literal('lock'), lock: lockStateSchema }),
  /** The redirect that waits for the verb `redirect.answer`, or null. While the station is locked, pages get no such event. */
  z.object({ kind: z.literal('confirm'), question: redirectQuestionSchema.nullable() }),
  /** In the tray, a notification or the menu, a person chose the screen to open. */
  z.object({ kind: z.literal('go'), place: placeSchema }),
]);
export type AppEvent = z.infer<typeof appEventSchema>;
