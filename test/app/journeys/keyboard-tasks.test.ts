import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sha256Of } from '../../support/documents.ts';
import { routes } from '../../support/routes.ts';
import { ServiceCaller } from '../../support/service-caller.ts';
import { until } from '../../support/until.ts';
import type { OpenApp } from '../support/app.ts';
import type { Keys } from '../support/keyboard.ts';
import { openByKeyboard } from '../support/open-by-keyboard.ts';
import { type OwnService, ownService, REQUEST_DETAILS } from '../support/own-service.ts';
import { stationWithPackets } from '../support/sent-packets.ts';

const payloadSchema = z.object({
  uuid: z.string(),
  issues: z.array(z.object({ key: z.string() })),
  verdicts: z.array(z.object({ code: z.string(), issues: z.array(z.number()) })),
});

test('by keyboard alone: a verdict is explained with its own reasons and pages, its document opened there, turned, fitted, printed and saved, its payload read; its follow-up is done, and opened again', async () => {
  await using service = await ownService();
  const settings = { ...stationWithPackets(service, ['07', '03']), sending: { undoSeconds: 15 } };
  await using app = await openByKeyboard(settings, service);
  const { page, keys, station } = app;
  await page.getByRole('heading', { name: /is out: 4 documents\./ }).waitFor();
  await keys.activate(page.getByRole('button', { name: /^Show reasons/ }));
  const refused = page.getByRole('article').filter({ has: page.getByRole('heading', { name: '95810' }) });
  const approved = page.getByRole('article').filter({ has: page.getByRole('heading', { name: '73721' }) });
  const list = page.getByRole('listbox', { name: 'Decided Tasks' });
  const task = list.getByRole('option', { name: /Lindqvist/ });
  await list.waitFor();
  await keys.check('going to Verdicts');
  await keys.choose(list, task);
  await refused.getByText('Not approved').first().waitFor();
  await approved.getByText('Approved').first().waitFor();
  await approved.getByText('The service has no objection.').waitFor();

  // Each reason is one that the payload itself gives for this code, and no other.
  await keys.activate(page.getByRole('button', { name: /^Full answer of the service/ }));
  const payload = page.getByRole('region', { name: /^Full answer of the service/ });
  const raw = payloadSchema.parse(JSON.parse((await payload.textContent()) ?? ''));
  const verdict = raw.verdicts.find(({ code }) => code === '95810');
  const reasons = (verdict?.issues ?? []).map((index) => raw.issues[index]?.key);
  expect(reasons).toContain('task.medical_record.expired');
  expect(await refused.getByRole('listitem').count()).toBe(reasons.length);
  await refused.getByText(/ is too old\.$/).waitFor();
  expect(raw.uuid).toBe(service.held().find(({ inputs }) => inputs.length === 1)?.uuid);

  await keys.activate(refused.getByRole('button', { name: /^Open .*, page 3$/ }).first());
  const shown = page.getByRole('dialog', { name: /scan 0007/ });
  await shown.getByText('Page 3 of 4', { exact: true }).waitFor();
  await keys.check('opening the document');
  await keys.activate(shown.getByRole('button', { name: 'Previous page' }));
  await shown.getByText('Page 2 of 4', { exact: true }).waitFor();
  await keys.to(shown.getByRole('textbox', { name: 'Go to page' }));
  await keys.type('4');
  await keys.press('Enter');
  await shown.getByText('Page 4 of 4', { exact: true }).waitFor();
  await keys.check('going to a page');
  await viewByKeyboard(page, keys);
  await printByKeyboard(page, keys, station, raw.uuid);
  await keys.to(shown.getByRole('region', { name: /^Page 4 of / }));
  await keys.press('ArrowLeft');
  await shown.getByText('Page 3 of 4', { exact: true }).waitFor();
  const download = page.waitForEvent('download');
  await keys.activate(shown.getByRole('button', { name: 'Save…' }));
  const bytes = readFileSync(await (await download).path());
  expect(sha256Of(bytes)).toBe(sha256Of(readFileSync(service.packet('07').files[0] ?? '')));
  expect((await download).suggestedFilename()).toBe('scan 0007 [all pages].pdf');
  await keys.press('Escape');
  await shown.waitFor({ state: 'detached' });
  await keys.check('closing the document');

  const mark = page.getByRole('button', { name: 'Mark follow-up done' });
  await keys.to(mark, 'Shift+Tab');
  await keys.press('Enter');
  await page.getByText('Marking the follow-up as done at the service.').first().waitFor();
  await keys.check('marking the follow-up done');
  await keys.press('ControlOrMeta+Z');
  await page.getByText('Undone.').first().waitFor();
  await keys.check('taking that back');
  await keys.choose(list, task);
  await keys.activate(mark);
  await task.waitFor({ state: 'detached' });
  await keys.check('the Task leaving the list');
  const cleared = () => service.practice.admin.rawTask(raw.uuid).task.cleared;
  await until(() => cleared() !== null, { timeoutMs: 120_000, what: 'the mark at the service' });
  expect(service.log.exchanges('update')).toHaveLength(1);

  await keys.activate(page.getByRole('button', { name: /Follow-up/ }).first());
  const done = page.getByRole('option', { name: 'Done', exact: true });
  await done.waitFor();
  await keys.type('Done');
  await keys.press('Enter');
  await done.waitFor({ state: 'detached' });
  await keys.choose(list, task);
  await keys.activate(page.getByRole('button', { name: 'Reopen follow-up' }));
  await until(() => cleared() === null, { timeoutMs: 120_000, what: 'the mark taken back at the service' });
});

/** Turns the open document, and shows the whole page, as the shape of the page says. */
async function viewByKeyboard(page: Page, keys: Keys): Promise<void> {
  const canvas = page.locator('.document-canvas');
  const fits = () =>
    canvas.evaluate(({ clientWidth: width, clientHeight: height, parentElement: frame }) => ({
      upright: height > width,
      whole: frame !== null && frame.scrollHeight <= frame.clientHeight,
    }));
  await expect.poll(fits).toEqual({ upright: true, whole: false });
  await keys.activate(page.getByRole('button', { name: 'Fit page' }));
  await expect.poll(fits).toEqual({ upright: true, whole: true });
  await keys.press('r');
  await expect.poll(fits).toEqual({ upright: false, whole: true });
  for (let turns = 0; turns < 3; turns += 1) await keys.press('r');
  await expect.poll(fits).toEqual({ upright: true, whole: true });
  await keys.press('0');
  await expect.poll(fits).toEqual({ upright: true, whole: false });
}

/** Prints all pages of the open document, and page 4. The audit notes both; nothing of them stays on the page. */
async function printByKeyboard(
  page: Page,
  keys: Keys,
  station: OpenApp['station'],
  task: string,
): Promise<void> {
  // A browser without a window prints nothing: what it would print stays on the page.
  await page.evaluate(() => Object.assign(window, { print: () => document.body.classList.add('printing') }));
  const pictures = page.locator('.print-page > img');
  const done = async (count: number) => {
    await page.locator('body.printing').waitFor();
    expect(await pictures.count()).toBe(count);
    const read = await pictures.evaluateAll((all) =>
      all.map((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 1000),
    );
    expect(read).toEqual(Array.from({ length: count }, () => true));
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(count);
    await page.evaluate(() => document.body.classList.remove('printing'));
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.locator('.print-sheet').waitFor({ state: 'detached' });
  };
  await keys.press('ControlOrMeta+P');
  await done(4);
  await keys.activate(page.getByRole('dialog').getByRole('button', { name: 'Print…' }));
  await keys.to(page.getByRole('menuitem', { name: 'Print page 4' }), 'ArrowDown');
  await keys.press('Enter');
  await done(1);
  const kept = readdirSync(station.dir.at('data'), { encoding: 'utf8', recursive: true });
  expect(kept.filter((path) => /(^|\/)documents\/./.test(path))).toEqual([]);
  const entries = await station.json('audit', '--about', task, '--action', 'document.printed');
  expect(entries).toMatchObject({ entries: [{ detail: { page: 4 } }, { detail: { page: 'all' } }] });
}

/** A newer Task for the patient of packet 06, made by somebody else at the same organisation. */
async function newerTask(service: OwnService): Promise<string> {
  const caller = await ServiceCaller.signIn(service.practice.baseUrl, service.apiSecret);
  const body = new FormData();
  body.append('task_type', 'prior-auth');
  body.append('request_spec', REQUEST_DETAILS);
  for (const file of service.packet('06').files.slice(0, 2)) {
    body.append('uploads', new Blob([readFileSync(file)], { type: 'application/pdf' }), basename(file));
  }
  expect((await caller.call('/task/create', { method: 'POST', body })).status).toBe(200);
  const newer = () =>
    service.held().find(({ status }, index) => index > 0 && status === 'waiting')?.uuid ?? null;
  const uuid = await until(newer, { what: 'the newer Task waiting' });
  expect(service.held()[0]?.frozenBy).toBe(uuid);
  return uuid;
}

test('by keyboard alone: an answer to a Task that a newer one replaced is found at the newer one', async () => {
  await using service = await ownService();
  await using app = await openByKeyboard(stationWithPackets(service, ['06']), service);
  const { page, keys } = app;
  await page.getByRole('heading', { name: /is out: .* 1 Task is waiting for you/ }).waitFor();
  await keys.activate(page.getByRole('button', { name: /^Answer: / }));
  const member = page
    .getByRole('form', { name: 'What is missing' })
    .getByRole('textbox', { name: 'Member id' });
  await member.waitFor();
  await keys.check('going to Waiting');
  await keys.to(member);
  await keys.type('LHP-377412');
  // The service says so, and nothing is in doubt.
  const hold = service.faults.on(routes.update, {
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '1' },
    body: { error: 'busy' },
  });
  await keys.press('Enter');
  await page.getByText('Your answer goes out when the time for Undo is over.').first().waitFor();
  await keys.check('sending the answer');
  const newer = await newerTask(service);
  hold.remove();
  const atNewer = () => service.log.exchanges('update').some(({ path }) => path.includes(newer));
  await until(atNewer, { what: 'the answer at the newer Task' });

  await keys.press('4');
  const grid = page.getByRole('grid', { name: 'Tasks' });
  await grid.waitFor();
  await keys.check('going to the Tasks');
  await keys.press('/');
  await keys.type(service.held()[0]?.uuid ?? '');
  await page.getByText('1 Task', { exact: true }).waitFor();
  await keys.to(grid);
  await keys.press('Enter');
  await page.getByText('Redirected to the newer Task that replaced this Task.').waitFor();
  await page.getByText('A newer Task for the same patient replaced this Task.').waitFor();
  await keys.check('opening the Task');
  await keys.activate(page.getByRole('button', { name: 'Open newer Task' }).first());
  await until(() => page.url().includes(newer), { what: 'the newer Task' });
  await keys.check('opening the newer Task');
});
