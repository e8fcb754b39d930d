import { expect, onTestFinished, test } from 'vitest';
import { sameOrganisation } from '../../../../src-main/core/installation/organisation-guard.ts';
import { readOwner, writeOwner } from '../../../../src-main/core/ledger/tables/ledger-owner.ts';
import { submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { organisationId } from '../../../../src-main/core/secrets/api-secret.ts';
import { type OutboxEntry, outboxView } from '../../../../src-main/core/views/outbox/outbox-view.ts';
import { evaluateTask } from '../../../../src-main/practice/reading/evaluate.ts';
import { startPractice } from '../../../../src-main/practice/service.ts';
import { routes } from '../../../support/routes.ts';
import { testDir } from '../../../support/test-dir.ts';
import { until } from '../../../support/until.ts';
import { station } from './support/station.ts';

/** A service with two organisations, and a station of the first one: three documents are accepted, the fourth create loses its answer. */
async function fourDocuments() {
  const practice = await startPractice({ dataDir: testDir().path, evaluate: evaluateTask });
  onTestFinished(() => practice.close());
  const other = practice.admin.addOrganisation({ taskTypes: ['prior-auth'] });
  const made = await station(practice);
  const { outbox, ledger, service, submit, credentials } = made;
  const rows = (): Map<string, OutboxEntry> => new Map(outboxView(ledger).map((row) => [row.id, row]));
  const state = (id: string) => submissionTable(ledger).get(id)?.state;
  await outbox.start();
  const first = ['01ONE', '02TWO', '03THREE'];
  for (const id of first) submit(id);
  outbox.wake();
  await until(() => first.every((id) => state(id) === 'accepted'), { what: 'three Tasks' });
  service.faults.on(routes.get, { kind: 'status', status: 503 }, { times: 1 });
  service.faults.on(routes.create, { kind: 'dropAfterRequest' }, { times: 1 });
  submit('04FOUR');
  outbox.wake();
  await until(() => state('04FOUR') === 'unconfirmed', { what: 'the lost answer' });
  return {
    ...made,
    practice,
    other,
    rows,
    state,
    use: async (apiSecret: string) => {
      credentials.secret = apiSecret;
      credentials.token = null;
      await outbox.credentialsChanged();
    },
    /** The requests from here on. */
    requests: () => {
      const before = service.log.exchanges().length;
      return () => service.log.exchanges().slice(before);
    },
  };
}

test('I12: an api_secret of another organisation gets no document and no look-up, and both organisations are named', async () => {
  const { outbox, submit, other, rows, use, requests, practice, client, state } = await fourDocuments();
  const since = requests();
  await use(other.apiSecret);
  submit('05FIVE');
  outbox.wake();
  await until(() => outbox.lanes().length > 0 && outbox.settled(), { what: 'the pause' });
  expect(outbox.lanes()).toMatchObject([
    { lane: 'all', until: null, problem: { code: 'auth.other-organisation' } },
  ]);
  for (const call of [client.listTasks({}), client.getTask({ externalId: '04FOUR' })]) {
    await expect(call).rejects.toMatchObject({ failure: { kind: 'other-organisation' } });
  }
  expect(since().map(({ route }) => route)).toEqual(['token']);
  for (const id of ['04FOUR', '05FIVE']) {
    const { message } = rows().get(id)?.problem ?? { message: '' };
    expect(message).toContain(`"Practice organization ${other.uid}"`);
    expect(message).toContain('"Practice organization"');
  }
  expect(rows().get('01ONE')?.problem).toBeNull();
  expect(state('04FOUR')).toBe('unconfirmed');

  // The api_secret of the first organisation is back: everything goes on by itself.
  await use(practice.apiSecret);
  await until(() => state('05FIVE') === 'accepted', { what: 'sending to go on' });
  expect(rows().get('05FIVE')?.problem).toBeNull();
});

test('I12: once a person says that both are the same organisation, everything goes on, and the audit says who said it', async () => {
  const { outbox, submit, other, use, requests, ledger, state } = await fourDocuments();
  await use(other.apiSecret);
  submit('05FIVE');
  outbox.wake();
  await until(() => outbox.lanes().length > 0 && outbox.settled(), { what: 'the pause' });
  const since = requests();
  sameOrganisation(ledger, { actor: 'clerk', now: 7, expected: organisationId(other.apiSecret) });
  await outbox.credentialsChanged();
  await until(() => state('05FIVE') === 'accepted', { what: 'sending to go on' });
  await until(() => since().some(({ route }) => route === 'get'), { what: 'the look-up' });
  const entry = ledger.db.prepare(`SELECT actor, at FROM audit WHERE action = 'organisation.same'`).get();
  expect(entry).toEqual({ actor: 'clerk', at: 7 });
  expect(() => sameOrganisation(ledger, { actor: 'clerk', now: 8 })).toThrow(
    expect.objectContaining({ code: 'organisation.not-stopped' }),
  );
});

test('I12: a rotated api_secret and a new name of the organisation ask nobody; the new name stands in the audit', async () => {
  const { submit, outbox, practice, use, ledger, state } = await fourDocuments();
  const owner = readOwner(ledger);
  if (owner === null) throw new Error('no owner');
  expect(owner).toEqual({ id: organisationId(practice.apiSecret), name: 'Practice organization' });
  writeOwner(ledger, { ...owner, name: 'Former name' });
  await use(practice.admin.rotateSecret());
  submit('05FIVE');
  outbox.wake();
  await until(() => state('05FIVE') === 'accepted', { what: 'sending to go on' });
  const renamed = ledger.db.prepare(`SELECT detail FROM audit WHERE action = 'organisation.renamed'`).pluck();
  expect(renamed.all()).toEqual(['{"name":"Practice organization","former_name":"Former name"}']);
});
