import { createApp } from '../../../../../src-main/hosts/app/create-app.ts';
import { WILLING } from '../../../../support/willing-person.ts';
import { ask } from './ask.ts';
import { SEND_EACH } from './send-each.ts';

/* Sends a dropped file as a person would, says until when it can be taken back, and then waits to be killed. */
const [, , data = '', secrets = '', file = ''] = process.argv;
const app = await createApp({
  choice: { data, settings: null, secrets, apiSecret: null },
  host: 'desktop',
  samples: false,
  person: WILLING,
});
const { id: drop } = await ask(app, 'drops.open', {});
await ask(app, 'drops.add-paths', { drop, paths: [file] });
const queued = await ask(app, 'drops.send', {
  drop,
  ...SEND_EACH,
});
process.stdout.write(`${JSON.stringify(queued)}\n`);
