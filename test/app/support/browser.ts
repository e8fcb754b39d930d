import { type Browser, type BrowserContextOptions, chromium } from 'playwright';
import { findChromium } from '../../support/machine.ts';
import { followTraffic } from './traffic.ts';

let shared: Promise<Browser> | null = null;

/** The sandbox of Chromium cannot be had as root in a container; what is tested is not its sandbox. */
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-dev-shm-usage'];

/** One real Chromium for all test files of a worker process; it ends with the process. */
export function browser(): Promise<Browser> {
  shared ??= chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  return shared;
}

/** The Chromium of this machine. Throws where there is none. */
export function chromiumPath(): string {
  const path = findChromium();
  if (path === null) throw new Error('No Chromium was found on this machine.');
  return path;
}

export async function closeBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = null;
}

/** A page that remembers whatever it should never have met. */
export type WatchedPage = Awaited<ReturnType<typeof watchedPage>>;

/** A fresh browser profile with one page; its faults are collected from before its first script. */
export async function watchedPage(options: BrowserContextOptions = {}) {
  const context = await (await browser()).newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    ...options,
  });
  // A condition may come late on a busy machine; that is no fault.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  /** Violations of the content security policy, errors on the console, and errors nothing caught. */
  const faults: string[] = [];
  await page.exposeFunction('reportViolation', (words: string) => void faults.push(`CSP: ${words}`));
  followTraffic(page);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportViolation');
      if (typeof report === 'function') {
        report(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
      }
    });
  });
  page.on('pageerror', (error) => void faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  const close = async () => {
    // A request that is under way while its page closes can no longer be passed on.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, faults, [Symbol.asyncDispose]: close };
}
