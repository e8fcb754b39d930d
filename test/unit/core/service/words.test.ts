import { expect, test } from 'vitest';
import { describeFailure } from '../../../../src-main/hosts/headless/describe-failure.ts';
import { failureOf, serviceAndClient } from './support/client.ts';
import { ITEM_UUID, json, says, TASK, TASK_UUID } from './support/raw-service.ts';

const OTHER = '99999999-9999-4999-8999-999999999999';

/** The words for a person after a call that the exchange with this answer keeps back. */
async function saidAfterExchange(status: number, body: unknown, headers = {}) {
  const { client } = await serviceAndClient(says(200, TASK), { exchange: says(status, body, headers) });
  const error: unknown = await client.getTask({ uuid: TASK_UUID }).catch((reason: unknown) => reason);
  return describeFailure(error, 'command-line');
}

test.each([
  [400, 'api_secret must have three parts'],
  [403, 'This api_secret is obsolete'],
])('an exchange with %i gives the words of the service', async (status, detail) => {
  const said = await saidAfterExchange(status, { detail });
  expect(said).toMatchObject({
    code: 'auth.refused',
    message: expect.stringContaining(`The service says: ${detail}`),
  });
});

test('an exchange with 429 gives the words of the service, and the time of the next one', async () => {
  const said = await saidAfterExchange(
    429,
    { detail: 'Five attempts in ten minutes' },
    { 'retry-after': '600' },
  );
  expect(said).toMatchObject({
    code: 'auth.wait',
    message: expect.stringContaining('Five attempts in ten minutes'),
    next: expect.stringMatching(/The next sign-in is possible at .*\d\d:\d\d/),
  });
  expect((await saidAfterExchange(429, { detail: 'once' }, { 'retry-after': '2' })).next).not.toContain(
    'possible at',
  );
});

const link = (uuid: string) => ({ file_name: 'a.pdf', url: 'http://127.0.0.1:1/a', uuid });

test('a link to another document is no link; the original of an alias is the document', async () => {
  const { client } = await serviceAndClient((_request, response) => json(response, 200, link(OTHER)));
  const failure = await failureOf(client.getDownloadLink(TASK_UUID, ITEM_UUID));
  expect(failure).toMatchObject({ kind: 'unreadable', cause: 'the answer is about another document' });
  const ask = client.getDownloadLink(TASK_UUID, ITEM_UUID, { original: OTHER.toUpperCase() });
  expect(await ask).toMatchObject({ uuid: OTHER });
});
