import type { settingsVerbs } from '../../../contract/verbs/settings.ts';
import type { SettingsView } from '../../../contract/views/settings-view.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { ServiceError } from '../../../core/service/service-failure.ts';
import { checkSystem } from '../../headless/doctor/system-check.ts';
import type { AppContext } from '../context.ts';
import { lockHasItsOwnWay } from '../lock/lock-words.ts';
import { clearSecret, confirmOrganisation, moveSecret, secretView, setSecret } from '../secret.ts';
import type { Handlers } from './handlers.ts';

export const settingsHandlers: Handlers<keyof typeof settingsVerbs> = {
  'app.info': (_, { info }) => info,
  'app.overview': (_, context) => context.overview(),
  'app.restart-engine': async (_, context) => {
    await context.restartEngine();
    return null;
  },
  'settings.get': (_, context) => settingsView(context),
  'settings.save': async ({ settings }, context, { actor }) => {
    const { idleMinutes } = context.station().settings.lock;
    // Otherwise whoever finds the screen open could turn it off without the PIN.
    if (settings.lock.idleMinutes !== idleMinutes) throw lockHasItsOwnWay();
    await context.saveSettings(settings, actor);
    return await settingsView(context);
  },
  'secret.set': async ({ api_secret }, context, { actor }) => {
    await setSecret(context, api_secret, actor);
    return await viewOfSecret(context);
  },
  'secret.same-organisation': async ({ organisation }, context, { actor }) => {
    await confirmOrganisation(context, organisation, actor);
    return await viewOfSecret(context);
  },
  'secret.own-environment': async ({ environment }, context, { actor }) => {
    await moveSecret(context, environment, actor);
    return await settingsView(context);
  },
  'secret.clear': async (_, context, { actor }) => {
    await clearSecret(context, actor);
    return await viewOfSecret(context);
  },
  'secret.check': async (_, context) => {
    try {
      await context.askService();
    } catch (error) {
      const known = error instanceof ServiceError ? error.failure.kind : null;
      // These are said by the view itself.
      if (known !== 'auth-refused' && known !== 'no-secret' && known !== 'other-organisation') throw error;
    }
    return await viewOfSecret(context);
  },
  'preferences.get': (_, { preferences }) => preferences.read(),
  'preferences.save': ({ preferences: wanted }, { preferences }) => preferences.save(wanted),
  'doctor.run': async (_, { choice }) => {
    const findings = await checkSystem(choice);
    return findings.map(({ ok, ...finding }) => ({ ...finding, state: ok ? 'ok' : 'fault' }));
  },
};

function viewOfSecret(context: AppContext) {
  return secretView(context.station(), context.choice, runningLedger(context));
}

async function settingsView(context: AppContext): Promise<SettingsView> {
  const { settings, settingsFile, folder } = context.station();
  return {
    settings,
    file: settingsFile,
    secret: await viewOfSecret(context),
    data_folder: folder.path,
  };
}

/** Null while no engine runs: the settings are shown all the same. */
function runningLedger(context: AppContext): Ledger | null {
  try {
    return context.engine().ledger;
  } catch {
    return null;
  }
}
