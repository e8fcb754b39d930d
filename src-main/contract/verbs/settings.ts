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
  'app.info': verb('none', {}, appInfoSchema),
  'app.overview': verb('listed', {}, overviewSchema),
  'app.restart-engine': verb('none', {}, z.null()),
  'settings.get': verb('none', {}, settingsViewSchema),
  /** Checks, saves and applies the settings. A change of the folder rules does not interrupt running requests. */
  'settings.save': verb('none', { settings: settingsSchema }, settingsViewSchema),
  /** Signs in with the api_secret, and saves the api_secret unless the service rejects the sign-in (docs/service.md 5). */
  'secret.set': verb('none', { api_secret: z.string().min(1).max(4096) }, secretViewSchema),
  /** Records that the organization `organisation` (`SecretView.other.id`) is the ledger's organization under a new name (I12). */
  'secret.same-organisation': verb('none', { organisation: z.string() }, secretViewSchema),
  /** Moves the api_secret of another organization into the new environment `environment` with the same address (I12). */
  'secret.own-environment': verb('none', { environment: identifier }, settingsViewSchema),
  'secret.clear': verb('none', {}, secretViewSchema),
  'secret.check': verb('none', {}, secretViewSchema),
  'preferences.get': verb('none', {}, preferencesSchema),
  'preferences.save': verb('none', { preferences: preferencesSchema }, preferencesSchema),
  'doctor.run': verb('none', {}, z.array(findingSchema)),
};
