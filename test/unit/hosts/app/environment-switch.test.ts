import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsSchema } from '../../../../src-main/contract/settings.ts';
import { pdf } from './support/app-bench.ts';
import { appPlace, clinicService, clinicSettings, SECRET, untilOverview } from './support/app-place.ts';
import { ask } from './support/ask.ts';
import { sendByHand } from './support/send-each.ts';

test('I9: what is queued in one environment goes to no other, and is there again when that one is', async () => {
  const { dir, start } = appPlace();
  const service = await clinicService();
  const app = await start({ samples: false });
  writeFileSync(dir.at('a.pdf'), pdf('a'));
  const sent = await sendByHand(app, [dir.at('a.pdf')]);
  const { settings } = await ask(app, 'settings.get', {});
  const clinic = settingsSchema.parse({ ...settings, ...clinicSettings(service.baseUrl) });
  const view = await ask(app, 'settings.save', { settings: clinic });
  await ask(app, 'secret.set', { api_secret: SECRET });
  await untilOverview(app, ({ connection }) => connection.state === 'connected');
  await new Promise((resolve) => setTimeout(resolve, Date.parse(sent.undo_until) - Date.now() + 1_500));
  expect(service.log.exchanges('create')).toEqual([]);
  expect(await ask(app, 'app.overview', {})).toMatchObject({ environment: 'clinic', account: { found: 0 } });
  await ask(app, 'settings.save', { settings: { ...view.settings, environment: 'practice' } });
  await untilOverview(
    app,
    ({ environment, account }) => environment === 'practice' && account.accepted === 1,
  );
  expect(service.log.exchanges('create')).toEqual([]);
});
