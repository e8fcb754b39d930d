import { z } from 'zod';
import { settingsSchema } from '../settings.ts';
import { isoTime } from './common.ts';

export const organisationSchema = z.object({
  name: z.string(),
  external_callback_enabled: z.boolean(),
  external_read_enabled: z.boolean(),
});
export type Organisation = z.infer<typeof organisationSchema>;

/** The state of the api_secret, never the api_secret itself (I9). */
export const secretViewSchema = z.object({
  state: z.enum(['practice', 'not-set', 'set', 'accepted', 'refused']),
  /** The place of the secrets, as text. */
  store: z.string(),
  /** True if CLEARFOLDER_API_SECRET sets the api_secret, which then cannot be changed here. */
  overridden: z.boolean(),
  /** Not null if the api_secret is not used because it was set for another origin. The origin is null if it is unknown. */
  elsewhere: z.object({ origin: z.string().nullable() }).nullable(),
  organisation: organisationSchema.nullable(),
  /**
   * Not null if the api_secret belongs to another organization than the record, so that nothing is sent (I12). Holds the id of the
   * api_secret's organization, and the names of both organizations if the names are known.
   */
  other: z
    .object({ id: z.string(), secret: z.string().nullable(), record: z.string().nullable() })
    .nullable(),
});
export type SecretView = z.infer<typeof secretViewSchema>;

export const settingsViewSchema = z.object({
  settings: settingsSchema,
  /** The settings file; null before the first save. */
  file: z.string().nullable(),
  secret: secretViewSchema,
  data_folder: z.string(),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

/** The look of the app and its notifications, for one person on one computer. */
export const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  textSize: z.enum(['normal', 'large', 'larger']).default('normal'),
  notifyAttention: z.boolean().default(true),
  notifyDecided: z.boolean().default(false),
  startAtLogin: z.boolean().default(false),
  singleKeys: z.boolean().default(true),
  /** True once the person has finished or dismissed the welcome. */
  welcomed: z.boolean().default(false),
  lastTaskType: z.string().nullable().default(null),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'browser']),
  platform: z.string(),
  runtime: z.string(),
  user: z.string(),
  started_at: isoTime,
});
export type AppInfo = z.infer<typeof appInfoSchema>;
