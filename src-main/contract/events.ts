import { z } from 'zod';
import { redirectQuestionSchema } from './redirect.ts';
import { dropSchema } from './views/drop.ts';
import { lockStateSchema } from './views/lock.ts';
import { overviewSchema } from './views/overview.ts';
import { preferencesSchema } from './views/settings-view.ts';

/** A screen of the app to open. A place contains ids and never patient data (I11). */
export const placeSchema = z.discriminatedUnion('screen', [
  z.object({ screen: z.enum(['today', 'verdicts', 'tasks', 'folders', 'insights', 'stations', 'audit']) }),
  /** `group`: the group of settings that the settings screen shows first. */
  z.object({
    screen: z.literal('settings'),
    group: z
      .enum(['lock', 'appearance', 'environment', 'secret', 'network', 'callbacks', 'backups', 'doctor'])
      .optional()
      .catch(undefined),
  }),
  z.object({ screen: z.literal('waiting'), task: z.string().nullable() }),
  z.object({ screen: z.literal('task'), task: z.string() }),
  z.object({ screen: z.literal('drop'), drop: z.string() }),
]);
export type Place = z.infer<typeof placeSchema>;

export const appEventSchema = z.discriminatedUnion('kind', [
  /** The contents of the Today screen. The app sends this event first, after each change, and every few seconds as a heartbeat. */
  z.object({ kind: z.literal('overview'), overview: overviewSchema }),
  /** The progress of the running requests, in bytes. `id` is the id of the row in the outbox. */
  z.object({
    kind: z.literal('progress'),
    rows: z.array(z.object({ id: z.string(), sent: z.number(), total: z.number() })),
  }),
  z.object({ kind: z.literal('drop'), drop: dropSchema }),
  z.object({ kind: z.literal('preferences'), preferences: preferencesSchema }),
  /** The app sends this event with the first overview and after each change. While the station is locked, no event has patient data. */
  z.object({ kind: z.literal('lock'), lock: lockStateSchema }),
  /** The question that a page answers with `redirect.answer`; null if no question is open. A locked station does not send this event. */
  z.object({ kind: z.literal('confirm'), question: redirectQuestionSchema.nullable() }),
  /** A person chose a screen to open, in the tray, in a notification or in the menu. */
  z.object({ kind: z.literal('go'), place: placeSchema }),
]);
export type AppEvent = z.infer<typeof appEventSchema>;
