import { createServer } from 'node:http';
import { chromium, type Page } from 'playwright';
import { expect, test } from 'vitest';
import { idOf } from '../../../src-main/contract/proof.ts';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';
import { secretOf } from '../../support/page-client.ts';
import { openApp } from '../support/app.ts';
import { CHROMIUM_ARGS, chromiumPath } from '../support/browser.ts';
import { freshLink } from '../support/fresh-link.ts';

/* A page of somebody else whose name has come to mean this machine, in a real browser that believes it (I8, I9). */

const EVIL = 'attacker.example';

/** A Chromium for which the attacker's name is this machine, and which does not itself keep pages from local addresses. */
const deceivedBrowser = () =>
  chromium.launch({
    executablePath: chromiumPath(),
    args: [
      ...CHROMIUM_ARGS,
      `--host-resolver-rules=MAP ${EVIL} 127.0.0.1`,
      '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
    ],
  });

/** Everything a page can try against `target` from where it is: what it could read of each answer. */
function attack(page: Page, target: string, token: string) {
  return page.evaluate(
    async ({ to, launch }) => {
      const reads: { what: string; outcome: string }[] = [];
      const read = async (what: string, path: string, options: RequestInit = {}) => {
        const outcome = await fetch(to + path, options).then(
          async (answer) => `${answer.status} ${await answer.text()}`,
          () => 'unreadable',
        );
        reads.push({ what, outcome });
      };
      await read('page', '/');
      await read('file', '/favicon.ico');
      await read('socket as a file', '/socket');
      await read('call', '/api/call/tasks.page', { method: 'POST', body: '{}' });
      await read('blind call', '/api/call/tasks.page', { method: 'POST', mode: 'no-cors', body: '{}' });
      const query = new URLSearchParams({ pass: launch, nonce: 'N'.repeat(43) });
      for (const path of ['/socket', `/socket?${query}`, '/']) {
        const socket = await new Promise<string>((resolve) => {
          const opened = new WebSocket(to.replace('http', 'ws') + path);
          opened.onopen = () => resolve('open');
          opened.onclose = () => resolve('refused');
        });
        reads.push({ what: `WebSocket ${path}`, outcome: socket });
      }
      const stream = await new Promise<string>((resolve) => {
        const events = new EventSource(`${to}/socket`);
        events.onopen = () => resolve('open');
        events.onerror = () => {
          if (events.readyState === EventSource.CLOSED) resolve('refused');
        };
      });
      reads.push({ what: 'EventSource', outcome: stream });
      const script = await new Promise<string>((resolve) => {
        const element = document.createElement('script');
        element.src = `${to}/`;
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('refused');
        document.body.append(element);
      });
      reads.push({ what: 'script', outcome: script });
      return { page: window.location.origin, reads };
    },
    { to: target, launch: token },
  );
}

test('DNS rebinding: whatever a page of another name asks, by that name or by ours, is refused; the link it stole stays good for us', async () => {
  await using app = await openApp();
  const own = new URL(app.page.url());
  const rebound = `http://${EVIL}:${own.port}`;
  const evilServer = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>evil</title><body>evil</body>');
  });
  const evilPort = await listenOnLoopback(evilServer);
  const link = await freshLink(app.station);
  const token = await idOf(secretOf(link));
  const browser = await deceivedBrowser();
  try {
    const page = await browser.newPage();
    // Asked for directly, the program does not answer to that name.
    expect((await page.goto(`${rebound}/`))?.status()).toBe(403);

    // As rebinding goes: the page came from the attacker's machine; now the same name and port are the program's.
    await page.route(
      `${rebound}/before`,
      (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>evil</body>' }),
      { times: 1 },
    );
    await page.goto(`${rebound}/before`);
    const statuses: number[] = [];
    page.on('response', (answer) => {
      if (new URL(answer.url()).port === own.port) statuses.push(answer.status());
    });
    const same = await attack(page, rebound, token);
    expect(same.page).toBe(rebound);
    for (const { what, outcome } of same.reads) {
      expect(outcome, what).toMatch(/^(403 |refused$)/);
      expect(outcome, what).not.toMatch(/<script|ticket|rows/);
    }
    // They were asked of the program: its refusals came back, and nothing else did.
    expect(statuses.length).toBeGreaterThanOrEqual(6);
    expect([...new Set(statuses)]).toEqual([403]);

    // From another port of that name, by either name of the program: not even the refusal can be read.
    await page.goto(`http://${EVIL}:${evilPort}/`);
    for (const target of [rebound, own.origin]) {
      const { reads } = await attack(page, target, token);
      for (const { what, outcome } of reads)
        expect(outcome, `${what} at ${target}`).toMatch(/^(unreadable|refused|0 )$/);
    }
    expect([...new Set(statuses)]).toEqual([403]);
  } finally {
    await browser.close();
    await closeServer(evilServer);
  }
  // Its one use was not spent by any of that.
  await app.page.goto('about:blank');
  await app.page.goto(link);
  await app.page.getByRole('link', { name: 'Today' }).first().waitFor();
});
