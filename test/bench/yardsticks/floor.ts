import { openAsBlob, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, FormData, request } from 'undici';
import { z } from 'zod';
import { createKeeper, type Kept } from './keeper.ts';

/*
 * The bench's floor: posts each file of a folder, and keeps a copy, an intent and an outcome of each durably, so that a crash neither
 * loses nor doubles any. Prints when it begins. Arguments: base_url api_secret folder kept concurrency
 */

const [url = '', secret = '', folder = '', kept = '', concurrency = ''] = process.argv.slice(2);
const AHEAD = 16;
const dispatcher = new Agent({ connections: Number(concurrency) });
const tokenSchema = z.object({ token: z.string() });
const taskSchema = z.object({ uuid: z.string() });

async function post(path: string, body: FormData | string, headers: Record<string, string>) {
  const answer = await request(url + path, { method: 'POST', body, headers, dispatcher });
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
  return await answer.body.json();
}

const { token } = tokenSchema.parse(
  await post('/auth/get_token', JSON.stringify({ api_secret: secret }), {
    'content-type': 'application/json',
  }),
);
process.stdout.write(`${Date.now()}\n`);
const keep = await createKeeper(kept);
const waiting = readdirSync(folder).sort();
/** What is kept before its turn comes, so that the disk and the service are waited for together. */
const ahead: { name: string; kept: Promise<Kept> }[] = [];
function next() {
  while (ahead.length < AHEAD) {
    const name = waiting.shift();
    if (name === undefined) break;
    ahead.push({ name, kept: keep(join(folder, name)) });
  }
  return ahead.shift();
}
async function lane(): Promise<void> {
  for (let one = next(); one !== undefined; one = next()) {
    const copy = await one.kept;
    const form = new FormData();
    form.set('task_type', 'prior-auth');
    form.set('request_spec', '{}');
    form.set('external_id', crypto.randomUUID());
    form.append('uploads', await openAsBlob(copy.path, { type: 'application/pdf' }), one.name);
    const answer = await post('/task/create', form, { authorization: `Bearer ${token}` });
    await copy.accepted(taskSchema.parse(answer).uuid);
  }
}
await Promise.all(Array.from({ length: Number(concurrency) }, lane));
await dispatcher.close();
