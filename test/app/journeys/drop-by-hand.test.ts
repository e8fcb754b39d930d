import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writePdf } from '../../support/pdf-document.ts';
import { until } from '../../support/until.ts';
import { openApp } from '../support/app.ts';
import { chooseWith, dropOnWindow } from '../support/give-files.ts';
import { ownService } from '../support/own-service.ts';
import { pressEscape } from '../support/press-escape.ts';
import { sendDrop } from '../support/send-drop.ts';

test('Today adds a watched folder at the first click; a folder without files gets a word, and no drop is begun; files and a folder chosen with the buttons; one is left out; a send taken back in time reaches nobody', async () => {
  await using service = await ownService();
  await using app = await openApp({ ...service.settings, sending: { undoSeconds: 600 } }, service);
  const { page, station } = app;
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  await page.getByRole('button', { name: 'Add folder…' }).click();
  await page.getByRole('dialog', { name: 'Add folder' }).waitFor();
  await pressEscape(page);
  mkdirSync(service.dir.at('empty/within'), { recursive: true });
  await dropOnWindow(page, [service.dir.at('empty')]);
  await page.getByText('The folder has no files, so nothing was added.').first().waitFor();
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  const add = page.getByRole('button', { name: 'Add documents' });
  await add.click();
  await chooseWith(page.getByRole('menuitem', { name: 'Choose a folder…' }), service.packet('01').path);
  await page.getByText('One Task, 3 documents').waitFor();

  writeFileSync(service.dir.at('empty.pdf'), '');
  await chooseWith(page.getByRole('button', { name: 'Add files…' }), [
    ...service.packet('07').files,
    service.dir.at('empty.pdf'),
  ]);
  await page.getByText('1 file is not sent').waitFor();
  await page.getByText('The file is empty, so it was not sent.').waitFor();
  await page.getByRole('radio', { name: /One Task for all files/ }).check({ force: true });
  await page.getByText('One Task, 4 documents').waitFor();
  writeFileSync(service.dir.at('cut.pdf'), '%PDF-1.4 half a page');
  await chooseWith(page.getByRole('button', { name: 'Add files…' }), [service.dir.at('cut.pdf')]);
  await page.getByText('2 files are not sent').waitFor();
  await page.getByRole('button', { name: 'Send anyway' }).click();
  await page.getByText('One Task, 5 documents').waitFor();
  const sendFive = page.getByRole('button', { name: 'Send 5 documents as 1 Task' });
  await expect.poll(() => sendFive.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Leave out cut.pdf' }).click();
  await page.getByText('One Task, 4 documents').waitFor();
  await page.getByRole('button', { name: 'Leave out scan 0007 [all pages].pdf' }).click();
  await page.getByText('One Task, 3 documents').waitFor();

  await page.getByRole('textbox', { name: 'Name (optional)' }).fill('Ada’s knee');
  // The draft keeps its choices while the person is on another screen.
  await page.getByRole('link', { name: /^Today/ }).click();
  await page.getByRole('heading', { level: 1, name: /1 draft is not sent yet/ }).waitFor();
  await page.goBack();
  await page.getByText('One Task, 3 documents').waitFor();
  expect(await page.getByRole('textbox', { name: 'Name (optional)' }).inputValue()).toBe('Ada’s knee');
  await sendDrop(page, 'Send 3 documents as 1 Task');
  // The second click of a double click on Send does not undo the sending.
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await undo.click();
  await page.getByText('Undone: nothing was sent. Your draft is as you left it.').first().waitFor();
  await page.getByText('One Task, 3 documents').waitFor();
  expect(await page.getByRole('textbox', { name: 'Name (optional)' }).inputValue()).toBe('Ada’s knee');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await until(async () => (await station.outbox()).every(({ state }) => state === 'withdrawn'));
  await page
    .getByRole('heading', { name: '0 of 1 file to send is out; 1 file is empty or incomplete. Last checked' })
    .waitFor();
  await page.getByRole('button', { name: 'Show files: 1 file is empty' }).click();
  const leaveOut = page.getByRole('dialog').getByRole('button', { name: 'Leave out' });
  await leaveOut.click();
  await leaveOut.waitFor({ state: 'detached' });
  await page
    .getByText(/^Clearfolder does not send “.+”\. The file stays in its folder\./)
    .first()
    .waitFor();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await leaveOut.waitFor();
  expect(service.log.exchanges('create')).toEqual([]);
  expect(service.held()).toEqual([]);
});

test('what is typed while files are still arriving is there when they have arrived; the end of a send takes nobody away from another draft', async () => {
  await using service = await ownService();
  await using app = await openApp(service.settings, { ...service, answersInstead: true });
  const { page } = app;
  await page.getByRole('heading', { name: 'Nothing has been sent yet.' }).waitFor();
  // The moment in which it could be lost is short, so it is looked for several times, with files that arrive at different speeds.
  for (const kilobytes of [2, 20, 200, 2000, 20_000]) {
    const file = service.dir.at(`${kilobytes}.pdf`);
    await writePdf(file, { pages: [`a scan of ${kilobytes} kB`], bytes: kilobytes * 1000 });
    await dropOnWindow(page, [file]);
    const type = page.getByRole('combobox', { name: 'Task type' });
    await type.fill('prior-auth');
    await page.getByText('One Task, 1 document').waitFor();
    expect(await type.inputValue()).toBe('prior-auth');
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  }

  const addDraft = async (text: string) => {
    const file = service.dir.at(`${text}.pdf`);
    await writePdf(file, { pages: [text] });
    await dropOnWindow(page, [file]);
    await page.getByText('One Task, 1 document').waitFor();
    return page.url();
  };
  const other = await addDraft('the other draft');
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await addDraft('the sent draft');
  const { promise: isAway, resolve: away } = Promise.withResolvers<void>();
  app.answers.set('drops.send', async (input, pass) => {
    await isAway;
    return await pass(input);
  });
  await sendDrop(page, 'Send 1 document as 1 Task');
  await page.getByRole('button', { name: 'the other draft.pdf' }).click();
  await page.getByText('the other draft.pdf').first().waitFor();
  away();
  await page.getByText('Sending 1 document as 1 Task.').first().waitFor();
  expect(page.url()).toBe(other);
});
