import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright';
import { findChromium } from '../machine.ts';
import { until } from '../until.ts';
import { toProgram } from './addresses.ts';
import { write } from './record.ts';
import { answerAddress } from './session.ts';

const profile = mkdtempSync(join(tmpdir(), 'clearfolder-stand-in-'));
let context: BrowserContext | null = null;

export function browser(): BrowserContext {
  if (context === null) throw new Error('a window was made before the program was ready');
  return context;
}

/** The browser in which the pages live, and where a test may connect to it. */
export async function beginBrowser(): Promise<string> {
  context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--remote-debugging-port=0'],
    viewport: { width: 1280, height: 860 },
    handleSIGINT: false,
    handleSIGTERM: false,
    timeout: 0,
  });
  // Electron itself does not give up on a page either; on a busy machine a test that waits does.
  context.setDefaultTimeout(0);
  await context.route('**/*', async (route) => {
    const request = route.request();
    const url = toProgram(request.url());
    const answer = await answerAddress(url, request.method());
    // The window of a service (hosts/desktop/service-window.ts) is a page of a server on this computer.
    if (answer === 'network' && url.startsWith('http://127.0.0.1:')) return await route.continue();
    if (answer === 'cancelled' || answer === 'network') {
      write(`request.${answer}`, url);
      return await route.abort('blockedbyclient');
    }
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
  // Chromium writes it in its own time, which may be after it has begun to talk.
  const port = await until(
    () => /^(\d+)\n/.exec(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8'))?.[1],
    { what: 'the port of the browser' },
  );
  return `http://127.0.0.1:${port}`;
}

export async function endBrowser(): Promise<void> {
  await context?.close().catch(() => undefined);
  rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
}
