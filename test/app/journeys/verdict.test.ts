import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sha256Of } from '../../support/documents.ts';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { ownService } from '../support/own-service.ts';
import { stationWithPackets } from '../support/sent-packets.ts';

const payloadSchema = z.object({
  uuid: z.string(),
  issues: z.array(z.object({ key: z.string() })),
  verdicts: z.array(z.object({ code: z.string(), issues: z.array(z.number()) })),
});

test('a verdict is explained with its own reasons and pages, its document opened there and saved, its payload read; then cleared and taken back', async () => {
  await using service = await ownService();
  const packet = service.packet('07');
  const settings = { ...stationWithPackets(service, ['07', '03']), sending: { undoSeconds: 15 } };
  await using app = await openApp(settings, service);
  const { page } = app;
  await page.getByRole('heading', { name: /^All 4 documents are sent\./ }).waitFor();
  await page.getByRole('link', { name: /^Verdicts/ }).click();
  const list = page.getByRole('listbox', { name: 'Decided Tasks' });
  await list.getByRole('option', { name: /Lindqvist/ }).click();
  const refused = page.getByRole('article').filter({ has: page.getByRole('heading', { name: '95810' }) });
  const approved = page.getByRole('article').filter({ has: page.getByRole('heading', { name: '73721' }) });
  await refused.getByText('Not approved').first().waitFor();
  await approved.getByText('Approved').first().waitFor();
  await approved.getByText('The service has no objection.').waitFor();

  // Each reason is one that the payload itself gives for this code, and no other.
  await page.getByRole('button', { name: /^Full answer of the service/ }).click();
  const payload = page.getByRole('region', { name: /^Full answer of the service/ });
  const raw = payloadSchema.parse(JSON.parse((await payload.textContent()) ?? ''));
  const verdict = raw.verdicts.find(({ code }) => code === '95810');
  const keys = (verdict?.issues ?? []).map((index) => raw.issues[index]?.key);
  expect(keys).toContain('task.medical_record.expired');
  expect(await refused.getByRole('listitem').count()).toBe(keys.length);
  await refused.getByText(/ is too old\.$/).waitFor();
  expect(raw.uuid).toBe(service.held().find(({ inputs }) => inputs.length === 1)?.uuid);

  const link = refused.getByRole('button', { name: /^Open .*, page 3$/ }).first();
  await link.click();
  const shown = page.getByRole('dialog', { name: /scan 0007/ });
  await shown.getByText('Page 3 of 4', { exact: true }).waitFor();
  await shown.getByRole('button', { name: 'Previous page' }).click();
  await shown.getByText('Page 2 of 4', { exact: true }).waitFor();
  const download = page.waitForEvent('download');
  await shown.getByRole('button', { name: 'Save…' }).click();
  const saved = await (await download).path();
  expect(sha256Of(readFileSync(saved))).toBe(sha256Of(readFileSync(packet.files[0] ?? '')));
  expect((await download).suggestedFilename()).toBe('scan 0007 [all pages].pdf');
  await shown.getByRole('button', { name: 'Close', exact: true }).click();
  await shown.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Mark follow-up done' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').first().waitFor();
  await list.getByRole('option', { name: /Lindqvist/ }).click();
  await page.getByRole('button', { name: 'Mark follow-up done' }).click();
  await list.getByRole('option', { name: /Lindqvist/ }).waitFor({ state: 'detached' });
  const cleared = () => service.practice.admin.rawTask(raw.uuid).task.cleared;
  await until(() => cleared() !== null, { timeoutMs: 120_000, what: 'the mark at the service' });
  expect(service.log.exchanges('update')).toHaveLength(1);

  // Back again, from where the done ones are.
  await page
    .getByRole('button', { name: /Follow-up/ })
    .first()
    .click();
  await page.getByRole('option', { name: 'Done', exact: true }).click();
  await list.getByRole('option', { name: /Lindqvist/ }).click();
  await page.getByRole('button', { name: 'Reopen follow-up' }).click();
  await until(() => cleared() === null, {
    timeoutMs: 120_000,
    what: 'the mark taken back at the service',
  });
});
