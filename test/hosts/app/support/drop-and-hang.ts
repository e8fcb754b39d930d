import {
  outputOf,
  type VerbInput,
  type VerbName,
  type VerbOutput,
} from '../../../../src-main/contract/verbs/index.ts';
import { createApp } from '../../../../src-main/hosts/app/create-app.ts';

/* Sends a dropped file as a person would, says until when it can be taken back, and then waits to be killed. */
const [, , data = '', file = ''] = process.argv;
const app = await createApp({
  choice: { data, settings: null, secrets: null, apiSecret: null },
  host: 'desktop',
  samples: false,
});
async function ask<N extends VerbName>(verb: N, input: VerbInput<N>): Promise<VerbOutput<N>> {
  const result = await app.call(verb, input, { actor: 'clerk' });
  if (!result.ok) throw new Error(result.error.message);
  return outputOf(verb).parse(result.value);
}
const { id: drop } = await ask('drops.open', {});
await ask('drops.add-paths', { drop, paths: [file] });
const queued = await ask('drops.send', {
  drop,
  grouping: 'each',
  task_type: 'prior-auth',
  request_spec: {},
  name: null,
  duplicates: false,
});
process.stdout.write(`${JSON.stringify(queued)}\n`);
