import { openAsBlob, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Agent, FormData, request } from 'undici';
import { z } from 'zod';

/* The least a program can do: read a folder, post each file, so many at a time. Knows nothing of what was sent before, and would lose or double everything. */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    secret: { type: 'string', default: '' },
    folder: { type: 'string', default: '' },
    concurrency: { type: 'string', default: '4' },
  },
});
const dispatcher = new Agent({ connections: Number(values.concurrency) });
const tokenSchema = z.object({ token: z.string() });

async function post(path: string, body: FormData | string, headers: Record<string, string>) {
  const answer = await request(values.url + path, { method: 'POST', body, headers, dispatcher });
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
  return await answer.body.json();
}

const { token } = tokenSchema.parse(
  await post('/auth/get_token', JSON.stringify({ api_secret: values.secret }), {
    'content-type': 'application/json',
  }),
);
process.stdout.write(`${Date.now()}\n`);
const waiting = readdirSync(values.folder).sort();
async function lane(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const form = new FormData();
    form.set('task_type', 'prior-auth');
    form.set('request_spec', '{}');
    form.set('external_id', crypto.randomUUID());
    form.append('uploads', await openAsBlob(join(values.folder, name), { type: 'application/pdf' }), name);
    await post('/task/create', form, { authorization: `Bearer ${token}` });
  }
}
await Promise.all(Array.from({ length: Number(values.concurrency) }, lane));
await dispatcher.close();
