import { say } from '../../../contract/say.ts';
import type { settingsVerbs } from '../../../contract/verbs/settings.ts';
import type { SettingsView } from '../../../contract/views/settings-view.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { ServiceError } from '../../../core/service/service-failure.ts';
import { lockedKeys, readPolicy } from '../../../core/settings/policy.ts';
import { checkSystem } from '../../headless/doctor/system-check.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from './handlers.ts';
import { clearSecret, confirmOrganisation, moveSecret, secretView, setSecret } from './secret.ts';

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
    // This verb asks for no PIN. If the verb could change the idle time, anybody at an unlocked screen could turn the lock off.
    if (settings.lock.idleMinutes !== idleMinutes) {
      throw new PlainError('lock.own-way', say('app.changeLockPin'), say('app.changeLockSettings'));
    }
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
    await context.running()?.engine.outbox.checkAgain();
    try {
      await context.askService();
    } catch (error) {
      const kind = error instanceof ServiceError ? error.failure.kind : null;
      if (kind !== 'auth-refused' && kind !== 'no-secret' && kind !== 'other-organisation') throw error;
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
  return secretView(context.station(), context.choice, context.running()?.ledger ?? null);
}

async function settingsView(context: AppContext): Promise<SettingsView> {
  const { settings, settingsFile, folder } = context.station();
  return {
    settings,
    file: settingsFile,
    locked: lockedKeys(readPolicy()),
    secret: await viewOfSecret(context),
    data_folder: folder.path,
  };
}
