import { z } from 'zod';
import { identifier, settingsSchema } from '../settings.ts';
import { verb } from '../verb.ts';
import { findingSchema } from '../views/folder.ts';
import { overviewSchema } from '../views/overview.ts';
import {
  appInfoSchema,
  preferencesSchema,
  secretViewSchema,
  settingsViewSchema,
} from '../views/settings-view.ts';

export const settingsVerbs = {
  'app.info': verb('none', z.strictObject({}), appInfoSchema),
  'app.overview': verb('listed', z.strictObject({}), overviewSchema),
  /** Starts the engine again after it could not start; also reads the settings file anew. */
  'app.restart-engine': verb('none', z.strictObject({}), z.null()),
  'settings.get': verb('none', z.strictObject({}), settingsViewSchema),
  /** Checks, keeps and applies them. What only concerns folders takes effect without interrupting what is being sent. */
  'settings.save': verb('none', z.strictObject({ settings: settingsSchema }), settingsViewSchema),
  /**
   * Checks the api_secret of the environment in force with the service, and keeps it unless it was refused
   * (docs/service.md 5).
   */
  'secret.set': verb('none', z.strictObject({ api_secret: z.string().min(1).max(4096) }), secretViewSchema),
  /** The other organisation (`secret.other.id`) is the one of the record: its name or credential changed (I12). */
  'secret.same-organisation': verb('none', z.strictObject({ organisation: z.string() }), secretViewSchema),
  /** Moves the api_secret of another organisation to a new environment with the same address (I12). */
  'secret.own-environment': verb('none', z.strictObject({ environment: identifier }), settingsViewSchema),
  'secret.clear': verb('none', z.strictObject({}), secretViewSchema),
  /** Asks the service whether it accepts what is set. */
  'secret.check': verb('none', z.strictObject({}), secretViewSchema),
  'preferences.get': verb('none', z.strictObject({}), preferencesSchema),
  'preferences.save': verb('none', z.strictObject({ preferences: preferencesSchema }), preferencesSchema),
  'doctor.run': verb('none', z.strictObject({}), z.array(findingSchema)),
};
