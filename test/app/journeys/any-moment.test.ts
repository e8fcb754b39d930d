import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  outputOf,
  type VerbInput,
  type VerbName,
  type VerbOutput,
} from '../../../src-main/contract/verbs/index.ts';
import { rowTitle } from '../../../src-renderer/strings/row-title.ts';
import { t } from '../../../src-renderer/strings/translate.ts';
import { sha256Of } from '../../support/documents.ts';
import { openPage } from '../../support/page-client.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { randomInt, seededRandom } from '../../support/random.ts';
import { until } from '../../support/until.ts';
import { type OpenApp, openApp } from '../support/app.ts';
import { type WatchedPage, watchedPage } from '../support/browser.ts';
import { freshLink } from '../support/fresh-link.ts';
import { chooseWith, dropOnWindow } from '../support/give-files.ts';
import { ownService } from '../support/own-service.ts';
import { pressEscape } from '../support/press-escape.ts';
import { sendDrop } from '../support/send-drop.ts';
import { stationWithPackets } from '../support/sent-packets.ts';

const answerSchema = z.object({ ok: z.literal(true), value: z.unknown() });

/** Asks the running program as a window would, so that a test can hold against it what a window shows. */
async function besideThePage(station: OpenApp['station']) {
  const link = await freshLink(station);
  const page = await openPage(link);
  return async <N extends VerbName>(verb: N, input: VerbInput<N>): Promise<VerbOutput<N>> =>
    outputOf(verb).parse(answerSchema.parse(await page.ask(verb, input)).value);
}
type Ask = Awaited<ReturnType<typeof besideThePage>>;

const outboxOf = async (ask: Ask) => (await ask('outbox.page', { length: 50 })).rows;
const filesBegin = ({ files }: { files: readonly { path: string }[] }, name: string) =>
  files.some(({ path }) => path.startsWith(name));

/** What the program says now, as far as a window repeats it. */
async function readProgram(ask: Ask) {
  const { account } = await ask('app.overview', {});
  const rows = await outboxOf(ask);
  const { theme } = await ask('preferences.get', {});
  const counts = Object.entries(account).filter(
    ([state, count]) => count > 0 || /^(found|accepted)$/.test(state),
  );
  return {
    account: account.found === 0 ? {} : Object.fromEntries(counts),
    outbox: rows.map((row) => `${rowTitle(row)}: ${t(`state.${row.state}`)}`),
    theme,
  };
}

/** The same, read off the window, which shows Today and the outbox over it. */
function readWindow(page: Page) {
  return page.evaluate(() => {
    const counts = [...document.querySelectorAll('.today-count')].map((count): [string, number] => [
      /today-count-(\w+)(?: |$)/.exec(count.className.replace('today-count ', ''))?.[1] ?? '',
      Number(count.querySelector('.today-count-number')?.textContent),
    ]);
    const rows = [...document.querySelectorAll('.outbox-row')].map(
      (row) =>
        `${row.querySelector('.outbox-title')?.textContent}: ${row.querySelector('.outbox-head .chip')?.textContent}`,
    );
    return {
      account: Object.fromEntries(counts),
      outbox: rows,
      theme: document.documentElement.dataset['theme'],
    };
  });
}

/** Waits until the window shows what the program says; both may be on their way to something else meanwhile. */
async function expectSameTruth(page: Page, ask: Ask, when: string): Promise<void> {
  await page.evaluate(() => {
    window.location.hash = '#/today';
  });
  await page.keyboard.press('Escape');
  const outbox = page.getByRole('dialog', { name: t('shell.outbox') });
  if (!(await outbox.isVisible())) await page.getByRole('button', { name: /^Outbox/ }).click();
  await outbox.waitFor();
  let last: unknown;
  await expect
    .poll(
      async () => {
        const [before, seen, after] = [
          await readProgram(ask),
          await readWindow(page),
          await readProgram(ask),
        ];
        last = { when, before, seen };
        const isSame = isDeepStrictEqual(before, seen) || isDeepStrictEqual(after, seen);
        return isSame ? 'the same' : last;
      },
      { timeout: 90_000, interval: 250 },
    )
    .toBe('the same');
  await pressEscape(page);
  await outbox.waitFor({ state: 'detached' });
}

/* I3: whatever happens to the window, and whenever, it shows the same truth again. CLEARFOLDER_SEED repeats a run. */

/** Something a person wants done, and does again in the next window until the program says that it is. */
interface Step {
  readonly name: string;
  isDone(): Promise<boolean>;
  act(page: Page): Promise<void>;
}

const ENDS = ['reload', 'close', 'crash'] as const;
/** How often a step that nothing interrupts may fail: on a busy machine each look may take too long. */
const PLAIN_TRIES = 8;

const go = (page: Page, place: string) =>
  page.evaluate((hash) => {
    window.location.hash = hash;
  }, `#/${place}`);

function lifeWith(
  ask: Ask,
  service: Awaited<ReturnType<typeof ownService>>,
  waiting: string,
): readonly Step[] {
  const answer = service.packet('05').answer?.files ?? [];
  const drop = (name: string, count: number): readonly Step[] => {
    const files = Array.from({ length: count }, (_, index) => {
      const path = service.dir.at(`${name}-${index}.pdf`);
      writeFileSync(path, pdfDocument({ pages: [`synthetic ${name} ${index}`] }));
      return path;
    });
    const open = async () => (await ask('drops.list', {})).filter(({ task }) => task === null);
    const isWhole = async () =>
      (await open()).some((one) => one.files.filter(({ state }) => state === 'ready').length === count);
    const wasSent = async () => (await outboxOf(ask)).some((row) => filesBegin(row, name));
    return [
      {
        name: `drop ${name}`,
        isDone: isWhole,
        act: async (page) => {
          // What did not arrive whole is thrown away, as a person would, and dropped again.
          for (const { id } of await open()) await ask('drops.discard', { drop: id });
          await dropOnWindow(page, files);
          await until(isWhole, { timeoutMs: 10_000 });
        },
      },
      {
        name: `send ${name}`,
        isDone: wasSent,
        act: async (page) => {
          const [first] = await open();
          if (first === undefined) return;
          await go(page, `drop/${first.id}`);
          await sendDrop(page, `Send ${count} documents as ${count} Tasks`);
          await until(wasSent, { timeoutMs: 10_000 });
        },
      },
    ];
  };
  const undone = async () => (await outboxOf(ask)).filter((row) => filesBegin(row, 'undone'));
  const isTakenBack = async () =>
    (await undone()).every(({ state }) => state === 'withdrawn' || state === 'accepted');
  const wasAnswered = async () => (await outboxOf(ask)).some(({ kind }) => kind === 'answer');
  const isDark = async () => (await ask('preferences.get', {})).theme === 'dark';
  return [
    ...drop('sent', 3),
    {
      name: 'save a setting',
      isDone: isDark,
      act: async (page) => {
        await go(page, 'settings');
        await page.getByRole('radio', { name: 'Dark', exact: true }).check({ force: true });
        await until(isDark, { timeoutMs: 10_000 });
      },
    },
    {
      name: 'answer',
      isDone: wasAnswered,
      act: async (page) => {
        await go(page, `waiting/${waiting}`);
        const form = page.getByRole('form', { name: 'What is missing' });
        await form.waitFor();
        const drops = (await ask('drops.list', {})).filter(({ task }) => task === waiting);
        const isGiven = drops.some(({ files }) => files.some(({ state }) => state === 'ready'));
        if (!isGiven) for (const { id } of drops) await ask('drops.discard', { drop: id });
        if (!isGiven) await chooseWith(form.getByRole('button', { name: 'Add files…' }), answer);
        await form.getByText('1 document will be sent.').waitFor();
        await form.getByRole('button', { name: 'Send answer' }).click();
        await until(wasAnswered, { timeoutMs: 10_000 });
      },
    },
    ...drop('undone', 2),
    {
      name: 'take back',
      isDone: isTakenBack,
      act: async (page) => {
        const outbox = page.getByRole('dialog', { name: 'Outbox' });
        if (!(await outbox.isVisible())) await page.getByRole('button', { name: /^Outbox/ }).click();
        // The time for it may be over before a window is there again: then it goes, once.
        for (const { state } of await undone()) {
          if (state === 'queued') await outbox.getByRole('button', { name: 'Leave out' }).first().click();
        }
        await until(isTakenBack, { timeoutMs: 10_000 });
      },
    },
  ];
}

test('I3: windows reloaded, closed and crashed at random moments of a life show the same truth again, and nothing goes twice', async () => {
  const seed = Number(process.env['CLEARFOLDER_SEED'] ?? Date.now() % 1_000_000);
  process.stdout.write(`any moment: CLEARFOLDER_SEED=${seed}\n`);
  const random = seededRandom(seed);
  await using service = await ownService();
  await using app = await openApp(stationWithPackets(service, ['05']), service);
  const { station } = app;
  const ask = await besideThePage(station);
  const waiting = await until(
    async () => (await ask('waiting.list', {})).rows.find(({ needs }) => needs !== null)?.uuid,
  );

  const open = async (): Promise<WatchedPage> => {
    const opened = await watchedPage();
    // A step that was interrupted waits for something that does not come; it is begun again in the next window.
    opened.page.setDefaultTimeout(10_000);
    await opened.page.goto(await freshLink(station), { timeout: 60_000 });
    return opened;
  };
  const isIn = (page: Page) => page.getByRole('button', { name: /^Outbox/ });
  let shown = await open();
  const faults: string[] = [];
  const leave = async () => {
    faults.push(...shown.faults);
    await shown[Symbol.asyncDispose]();
  };
  const strike = async (end: (typeof ENDS)[number]) => {
    const { page } = shown;
    if (end === 'reload') await page.reload({ timeout: 60_000 });
    if (end === 'close') await page.close();
    if (end === 'crash') {
      const devtools = await page.context().newCDPSession(page);
      const crashed = page.waitForEvent('crash', { timeout: 60_000 });
      // A page that crashed does not answer.
      void devtools.send('Page.crash').catch(() => undefined);
      await crashed;
      // What is asked of it after that never ends, until it is closed.
      await page.close();
    }
  };
  const windowAgain = async (end: (typeof ENDS)[number]) => {
    const ended = shown.page.locator('.shell-ended');
    if (end === 'reload') await isIn(shown.page).or(ended).first().waitFor({ timeout: 60_000 });
    // A reload in the middle of being let in has spent its ticket: a person opens the program again.
    if (end !== 'reload' || (await ended.isVisible())) {
      await leave();
      shown = await open();
    }
    await isIn(shown.page).waitFor({ timeout: 60_000 });
  };

  const struck: string[] = [];
  for (const { name, isDone, act } of lifeWith(ask, service, waiting)) {
    let isInterrupted = false;
    let plain = 0;
    let last: unknown;
    while (!(await isDone())) {
      const acting = act(shown.page).catch((error: unknown) => {
        last = error;
      });
      if (!isInterrupted) {
        isInterrupted = true;
        const end = ENDS[randomInt(random, 0, ENDS.length - 1)] ?? 'reload';
        const ms = randomInt(random, 0, 1_200);
        await pause(ms);
        struck.push(`${end} ${ms} ms into "${name}"`);
        // At once: where a run never ends, the last of them tells where.
        process.stdout.write(`${struck.at(-1)}\n`);
        await strike(end);
        await acting;
        await windowAgain(end);
        await expectSameTruth(shown.page, ask, struck.at(-1) ?? '');
      } else {
        await acting;
        plain += 1;
        if (plain > PLAIN_TRIES) {
          const rows = (await outboxOf(ask)).map((row) => `${rowTitle(row)}: ${row.state}`);
          throw new Error(`"${name}" is never done; ${rows.join(', ')}`, { cause: last });
        }
      }
    }
  }
  expect(struck.length).toBeGreaterThan(0);

  await until(async () =>
    (await outboxOf(ask)).every(({ state }) => state === 'accepted' || state === 'withdrawn'),
  );
  await expectSameTruth(shown.page, ask, 'at the end');
  await leave();
  await app.page.goto('about:blank');
  const rows = await outboxOf(ask);
  const gone = rows.filter(({ kind, state }) => kind === 'submission' && state === 'accepted');
  const hashes = gone.map(
    ({ files }) =>
      files.map(({ path }) => {
        const own = /^(sent|undone)-\d\.pdf$/.test(path);
        if (!own) return service.packet('05').files.map((file) => sha256Of(readFileSync(file)));
        return [sha256Of(readFileSync(service.dir.at(path)))];
      })[0] ?? [],
  );
  service.oracle.assertExactlyOnce(hashes);
  const sent = rows.filter((row) => filesBegin(row, 'sent'));
  expect(sent.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
  expect(service.oracle.answers()).toHaveLength(1);
  expect(faults.filter((fault) => !/net::ERR_|Failed to fetch/.test(fault))).toEqual([]);
}, 600_000);
