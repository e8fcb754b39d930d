import { z } from 'zod';
import { settingsSchema } from '../settings.ts';
import { isoTime } from './common.ts';

export const organisationSchema = z.object({
  name: z.string(),
  external_callback_enabled: z.boolean(),
  external_read_enabled: z.boolean(),
});
export type Organisation = z.infer<typeof organisationSchema>;

/** What is known of the api_secret; never the secret itself (I9). */
export const secretViewSchema = z.object({
  state: z.enum(['practice', 'not-set', 'set', 'accepted', 'refused']),
  /** Where secrets are kept, in words. */
  store: z.string(),
  /** Set by CLEARFOLDER_API_SECRET: it cannot be changed here. */
  overridden: z.boolean(),
  /** Not null if the api_secret is not used, because it was set for another origin (null: nobody can tell which). */
  elsewhere: z.object({ origin: z.string().nullable() }).nullable(),
  organisation: organisationSchema.nullable(),
  /**
   * Not null if the api_secret belongs to another organisation than the record, so that nothing is sent (I12). Holds the id of the
   * api_secret's organisation, and the names of both organisations if the names are known.
   */
  other: z
    .object({ id: z.string(), secret: z.string().nullable(), record: z.string().nullable() })
    .nullable(),
});
export type SecretView = z.infer<typeof secretViewSchema>;

export const settingsViewSchema = z.object({
  settings: settingsSchema,
  /** The file they are kept in; null while it does not exist yet. */
  file: z.string().nullable(),
  secret: secretViewSchema,
  /** Environments for which a ledger exists here, with when it was last used. */
  data_folder: z.string(),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

/** How the app looks and calls for attention; of the person and machine, not of the station. */
export const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  textSize: z.enum(['normal', 'large', 'larger']).default('normal'),
  notifyAttention: z.boolean().default(true),
  notifyDecided: z.boolean().default(false),
  startAtLogin: z.boolean().default(false),
  singleKeys: z.boolean().default(true),
  /** The welcome was gone through or put away. */
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
