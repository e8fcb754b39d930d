import { APP_ES } from './app.ts';
import { COMMANDER_ES } from './commander.ts';
import { COMMON_ES } from './common.ts';
import { DESKTOP_ES } from './desktop.ts';
import { DETAILS_ES } from './details.ts';
import { DOCTOR_ES } from './doctor.ts';
import { DOCUMENTS_ES } from './documents.ts';
import { EXPORTS_ES } from './exports.ts';
import { FOLDERS_ES } from './folders.ts';
import { HELP_ES } from './help.ts';
import { LEDGER_ES } from './ledger.ts';
import { SECRETS_ES } from './secrets.ts';
import { SETTINGS_ES } from './settings.ts';
import { SHARING_ES } from './sharing.ts';
import { STATION_ES } from './station.ts';
import { TERMINAL_ES } from './terminal.ts';

/** All Spanish texts. Each file holds the texts of one part of the program; the descriptions of verbs and options are in `help.ts`. The key is the English text. A name in braces stands for a value, and both texts have the same names in braces. */
export const TEXTS_ES = {
  ...APP_ES,
  ...COMMANDER_ES,
  ...COMMON_ES,
  ...DESKTOP_ES,
  ...DETAILS_ES,
  ...DOCTOR_ES,
  ...DOCUMENTS_ES,
  ...EXPORTS_ES,
  ...FOLDERS_ES,
  ...HELP_ES,
  ...LEDGER_ES,
  ...SECRETS_ES,
  ...SETTINGS_ES,
  ...SHARING_ES,
  ...STATION_ES,
  ...TERMINAL_ES,
} as const;
