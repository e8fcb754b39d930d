import { openAsBlob, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Agent, FormData, request } from 'undici';
import { z } from 'zod';
import { createKeeper, type Kept } from './durable-loop.ts';

/* The least a program can do: read a folder, post each file, so many at a time. Knows nothing of what was sent before, and would lose or double everything, unless it is to `--keep` what it sends. */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    secret: { type: 'string', default: '' },
    folder: { type: 'string', default: '' },
    concurrency: { type: 'string', default: '4' },
    /** Keeps what it sends there, so that it loses and doubles nothing. */
    keep: { type: 'string' },
  },
});
const AHEAD = 16;
const dispatcher = new Agent({ connections: Number(values.concurrency) });
const tokenSchema = z.object({ token: z.string() });
const taskSchema = z.object({ uuid: z.string() });

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
const keep = values.keep === undefined ? null : await createKeeper(values.keep);
const waiting = readdirSync(values.folder).sort();
/** What is kept before its turn comes, so that the disk and the service are waited for together. */
const ahead: { name: string; kept: Promise<Kept> | null }[] = [];
function next() {
  while (ahead.length < AHEAD) {
    const name = waiting.shift();
    if (name === undefined) break;
    ahead.push({ name, kept: keep?.(join(values.folder, name)) ?? null });
  }
  return ahead.shift();
}
async function lane(): Promise<void> {
  for (let one = next(); one !== undefined; one = next()) {
    const { name } = one;
    const form = new FormData();
    form.set('task_type', 'prior-auth');
    form.set('request_spec', '{}');
    form.set('external_id', crypto.randomUUID());
    const kept = await one.kept;
    form.append(
      'uploads',
      await openAsBlob(kept?.path ?? join(values.folder, name), { type: 'application/pdf' }),
      name,
    );
    const answer = await post('/task/create', form, { authorization: `Bearer ${token}` });
    await kept?.accepted(taskSchema.parse(answer).uuid);
  }
}
await Promise.all(Array.from({ length: Number(values.concurrency) }, lane));
await dispatcher.close();
