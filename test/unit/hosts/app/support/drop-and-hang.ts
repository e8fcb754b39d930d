import { createApp } from '../../../../../src-main/hosts/app/create-app.ts';
import { WILLING } from '../../../../support/willing-person.ts';
import { sendByHand } from './send-each.ts';

/* Sends a dropped file as a person would, says until when it can be taken back, and then waits to be killed. */
const [, , data = '', secrets = '', file = ''] = process.argv;
const app = await createApp({
  choice: { data, settings: null, secrets, apiSecret: null },
  host: 'desktop',
  samples: false,
  person: WILLING,
});
const queued = await sendByHand(app, [file]);
process.stdout.write(`${JSON.stringify(queued)}\n`);
