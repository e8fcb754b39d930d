import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';
import { violationsOf } from '../support/accessible.ts';
import { openApp, PRACTICE } from '../support/app.ts';

const VISIT =
  'Office visit note\nPatient name: Ida Sample\nDate of birth: 1980-02-03\nVisit date: 2026-11-01\nCPT 73721 MRI of the knee\n';

test('typed text goes out under a reference; a waiting Task goes on without new input; a Task takes a note and another reference', async () => {
  const taken = createServer();
  const port = await listenOnLoopback(taken);
  await using app = await openApp({
    ...PRACTICE,
    sending: { undoSeconds: 5 },
    callbacks: { listen: `127.0.0.1:${port}` },
  });
  const { page } = app;
  const dialog = page.getByRole('dialog');
  await page.getByRole('heading', { name: '2 Tasks are waiting for you', exact: true }).waitFor();
  await page.getByText('Callbacks (messages about results) from the service do not arrive').waitFor();
  await page.getByText(`127.0.0.1:${port}`).waitFor();
  await closeServer(taken);

  await page.getByRole('button', { name: 'Add documents' }).click();
  await page.getByRole('menuitem', { name: 'Type text…' }).click();
  await page.getByText('Data (JSON)').click();
  await dialog.getByRole('textbox', { name: 'Content' }).fill('{"member_id": ');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('This JSON is incomplete').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByText('Text', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Content' }).fill(VISIT);
  await dialog.getByRole('textbox', { name: 'Name of the document' }).fill('Visit');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Visit.txt').waitFor();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Knee');
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('textbox', { name: 'Reference' }).fill('claim-7');
  await page.getByRole('textbox', { name: 'Callback address' }).fill('nowhere');
  await page.getByText('Enter a complete web address').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Callback address' }).fill('http://127.0.0.1:9/{uuid}');
  await page.getByRole('combobox', { name: 'Task type' }).fill('prior-auth');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send 1 document as 1 Task' }).click();

  await page.getByRole('link', { name: /^Waiting/ }).click();
  await page.getByRole('button', { name: 'Continue without adding anything' }).click();
  await page.getByText(/1 Task is waiting for you.*1 answer is not sent yet/).waitFor();
  await page.getByText('2 Tasks are waiting for you').first().waitFor();

  await page.getByRole('link', { name: /^Tasks/ }).click();
  await page.getByText('Knee', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Send note to the service…' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Asked by telephone.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Asked by telephone.').waitFor();
  await page.getByRole('button', { name: 'Change…' }).click();
  expect(await dialog.getByRole('textbox', { name: 'Reference' }).inputValue()).toBe('claim-7');
  await dialog.getByRole('textbox', { name: 'Reference' }).fill('claim-8');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The service does not have the new reference yet').waitFor();
  await page.getByText('claim-8', { exact: true }).waitFor();
});
