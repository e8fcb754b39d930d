import { z } from 'zod';
import { saidSchema } from '../say.ts';
import { settingsSchema } from '../settings.ts';
import { isoTime } from './common.ts';

/** The organization of the api_secret. A field that the service did not give is null. */
export const organisationSchema = z.object({
  name: z.string().nullable(),
  external_callback_enabled: z.boolean().nullable(),
  external_read_enabled: z.boolean().nullable(),
});
export type Organisation = z.infer<typeof organisationSchema>;

/** The state of the api_secret, without the api_secret itself (I9). */
export const secretViewSchema = z.object({
  state: z.enum(['practice', 'not-set', 'set', 'accepted', 'refused']),
  store: saidSchema,
  /** True if the environment variable CLEARFOLDER_API_SECRET provides the api_secret. The app then cannot change the api_secret. */
  overridden: z.boolean(),
  /** Set if the api_secret is not used, because the api_secret was set for another origin (`Elsewhere`). */
  elsewhere: z.object({ origin: z.string().nullable() }).nullable(),
  organisation: organisationSchema.nullable(),
  /**
   * Set if the api_secret belongs to another organization than the ledger's, so that nothing is sent (I12). `secret` and `record` are
   * the names of the api_secret's and of the ledger's organization; a null name is unknown.
   */
  other: z
    .object({ id: z.string(), secret: z.string().nullable(), record: z.string().nullable() })
    .nullable(),
});
export type SecretView = z.infer<typeof secretViewSchema>;

export const settingsViewSchema = z.object({
  settings: settingsSchema,
  /** The path of the settings file; null if the settings have never been saved. */
  file: z.string().nullable(),
  /** The paths of the settings that the policy of this computer locks; see `isLocked`. */
  locked: z.array(z.string()),
  secret: secretViewSchema,
  data_folder: z.string(),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

export const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** `system` means the language of the browser or of the operating system; English if Clearfolder has no texts in that language. */
  language: z.enum(['system', 'en', 'es']).default('system'),
  textSize: z.enum(['normal', 'large', 'larger']).default('normal'),
  notifyAttention: z.boolean().default(true),
  notifyDecided: z.boolean().default(false),
  startAtLogin: z.boolean().default(false),
  singleKeys: z.boolean().default(true),
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
