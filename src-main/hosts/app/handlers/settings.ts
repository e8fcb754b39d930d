import type { settingsVerbs } from '../../../contract/verbs/settings.ts';
import type { Handlers } from './handlers.ts';

const notYet = () => {
  throw new Error('not built yet');
};

export const settingsHandlers: Handlers<keyof typeof settingsVerbs> = {
  'app.info': notYet,
  'app.overview': notYet,
  'app.restart-engine': notYet,
  'settings.get': notYet,
  'settings.save': notYet,
  'secret.set': notYet,
  'secret.clear': notYet,
  'secret.check': notYet,
  'preferences.get': notYet,
  'preferences.save': notYet,
  'doctor.run': notYet,
};
