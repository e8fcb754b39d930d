import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { browser } from '../../../app/support/browser.ts';
import { closeServer, listenOnLoopback } from '../../../support/loopback.ts';
import { guardedHost } from '../../hosts/browser/support/guarded-host.ts';

/** Whatever a page of another origin can try with a browser, and what it learnt from it. */
async function attack(target: string): Promise<Record<string, string>> {
  const learnt: Record<string, string> = {};
  const tried = async (name: string, attempt: () => Promise<unknown>) => {
    learnt[name] = await Promise.race([
      attempt().then(String, () => 'refused'),
      new Promise<string>((resolve) => setTimeout(() => resolve('refused'), 3_000)),
    ]);
  };
  const loads = (element: HTMLElement) =>
    new Promise((resolve, reject) => {
      element.addEventListener('load', resolve);
      element.addEventListener('error', reject);
      document.body.append(element);
    });
  const json = { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: 'x' };
  await tried('read the page', async () => await (await fetch(`${target}/`)).text());
  await tried('call', async () => await (await fetch(`${target}/api/call/app.info`, json)).text());
  await tried('call with cookies', async () =>
    (await fetch(`${target}/api/call/app.info`, { ...json, credentials: 'include' })).text(),
  );
  await tried('simple post', async () => {
    const answer = await fetch(`${target}/api/call/app.info`, {
      method: 'POST',
      mode: 'no-cors',
      body: '{}',
    });
    return answer.type === 'opaque' ? 'refused' : 'sent';
  });
  await tried('upload', async () =>
    (
      await fetch(`${target}/api/upload/u/0`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream', Authorization: 'Clearfolder x.x' },
        body: 'x',
      })
    ).text(),
  );
  await tried('beacon', async () => {
    navigator.sendBeacon(`${target}/api/call/app.info`, new Blob(['{}'], { type: 'text/plain' }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    return 'refused';
  });
  await tried('script', () =>
    loads(Object.assign(document.createElement('script'), { src: `${target}/assets/page-1a2b.js` })),
  );
  await tried('image', () => loads(Object.assign(new Image(), { src: `${target}/` })));
  await tried(
    'socket',
    () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${target.replace('http', 'ws')}/api/events`);
        socket.addEventListener('open', resolve);
        socket.addEventListener('error', reject);
      }),
  );
  await tried(
    'event source',
    () =>
      new Promise((resolve, reject) => {
        const source = new EventSource(`${target}/api/events`);
        source.addEventListener('open', resolve);
        source.addEventListener('error', reject);
      }),
  );
  await tried('form', async () => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'into' });
    document.body.append(frame);
    const form = Object.assign(document.createElement('form'), {
      action: `${target}/api/call/app.info`,
      method: 'post',
      enctype: 'text/plain',
      target: 'into',
    });
    document.body.append(form);
    form.submit();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return 'refused';
  });
  return learnt;
}

test('a page of another port or another site, also one rebound to our address, gets nothing and reaches nothing', async () => {
  await using guarded = await guardedHost();
  // A person uses the app in the same browser meanwhile.
  const context = await (await browser()).newContext();
  const own = await context.newPage();
  await own.goto(guarded.host.link());
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><body></body>'),
  );
  const port = await listenOnLoopback(server);
  try {
    for (const from of [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`]) {
      for (const target of [guarded.origin, `http://localhost:${guarded.port}`]) {
        const page = await context.newPage();
        await page.goto(from);
        const learnt = await page.evaluate(attack, target);
        for (const [name, what] of Object.entries(learnt))
          expect(what, `${name} from ${from}`).toBe('refused');
        await page.close();
      }
    }
    // What a name of the attacker's that now leads here would be sent.
    const rebound = await fetch(`${guarded.origin}/api/call/app.info`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream', Origin: `http://evil.test:${guarded.port}` },
      body: '{}',
    });
    expect(rebound.status).toBe(403);
    expect(guarded.asked).toEqual([]);
  } finally {
    await context.close();
    await closeServer(server);
  }
});
