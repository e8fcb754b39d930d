import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type Client,
  details,
  expectInvalid,
  expectRefusal,
  form,
  testAsOperator,
  uniqueFile,
} from './client.ts';
import { UploadAnswer } from './schemas.ts';

/** docs/service.md 4.5 and 4.6, and the moves of its section 3 that clients make. */
export function changing(client: () => Client): void {
  test('metadata changes one field at a time, in any status, without moving the Task', async () => {
    const { uuid, name, latest_status_change } = await client().created({ external_id: 'old' });
    expect(details(await client().update(uuid, { name: 'New' }))).toMatchObject({
      name: 'New',
      external_id: 'old',
    });
    const renamed = details(await client().update(uuid, { external_id: 'newer' }));
    expect(renamed).toMatchObject({ name: 'New', external_id: 'newer', latest_status_change });
    expect(renamed.name).not.toBe(name);
    expect(details(await client().update(uuid, {})).name).toBe('New');
  });

  test('cleared goes in as a boolean and comes back as a time', async () => {
    const { uuid } = await client().created();
    const { cleared } = details(await client().update(uuid, { cleared: true }));
    expect(Date.parse(cleared ?? '')).toBeGreaterThan(0);
    expect((await client().get(uuid)).cleared).toBe(cleared);
    expect(Math.abs(Date.parse(cleared ?? '') - Date.parse((await client().created()).created))).toBeLessThan(
      60_000,
    );
    expect(details(await client().update(uuid, { cleared: false })).cleared).toBeNull();
  });

  test.each([
    ['name', 7],
    ['cleared', '2026-11-20T10:00:00Z'],
    ['external_id', 'x'.repeat(1025)],
    ['new_data_item', [1]],
    ['new_data_item', 'text'],
  ])('update with %s = %j gives 422', async (field, value) => {
    const { uuid } = await client().created();
    expectInvalid(await client().update(uuid, { [field]: value }), 'body', field);
  });

  test('update checks path, query and body, and knows no other Task', async () => {
    const { uuid } = await client().created();
    expectInvalid(await client().update('nonsense', {}), 'path', 'uuid');
    expectInvalid(await client().update(uuid, {}, '?should_resume=perhaps'), 'query', 'should_resume');
    expectInvalid(await client().update(uuid, [1]), 'body');
    expectInvalid(await client().call('PATCH', `/task/${uuid}/update`), 'body');
    expectRefusal(await client().update(randomUUID(), {}), 404);
  });

  testAsOperator(client, 'data without should_resume is kept and the Task goes on waiting', async (admin) => {
    const { uuid } = await client().created({}, []);
    admin.forceStatus(uuid, 'waiting');
    const before = await client().get(uuid);
    const after = details(await client().update(uuid, { new_data_item: { member_id: 'M1' } }));
    expect(after).toMatchObject({ status: 'waiting', latest_status_change: before.latest_status_change });
    expect(after.data_items).toMatchObject([
      { data_type: 'json', group: 'inputs', data: { member_id: 'M1' } },
    ]);
  });

  testAsOperator(client, 'should_resume moves a waiting Task, and no other', async (admin) => {
    const { uuid } = await client().created();
    expect(details(await client().update(uuid, {}, '?should_resume=true')).status).toBe('pending');
    admin.forceStatus(uuid, 'waiting');
    const body = { new_data_item: { a: 1 } };
    expect(details(await client().update(uuid, body, '?should_resume=true')).status).toBe('processing');
    admin.forceStatus(uuid, 'completed');
    expect(details(await client().update(uuid, { name: 'x' }, '?should_resume=true')).status).toBe(
      'completed',
    );
  });

  testAsOperator(
    client,
    'data for a Task that does not wait is refused and changes nothing',
    async (admin) => {
      const { uuid } = await client().created({ name: 'kept' }, []);
      for (const status of ['pending', 'processing', 'completed', 'failed', 'invalid'] as const) {
        admin.forceStatus(uuid, status);
        expectRefusal(await client().update(uuid, { name: 'x', new_data_item: {} }), 409);
      }
      expect(await client().get(uuid)).toMatchObject({ name: 'kept', data_items: [] });
    },
  );

  testAsOperator(
    client,
    'an upload to a waiting Task resumes it; new items come in the order of the files',
    async (admin) => {
      const known = uniqueFile();
      const { uuid } = await client().created({}, [known]);
      admin.forceStatus(uuid, 'waiting');
      const [one, two] = [uniqueFile('one.pdf'), uniqueFile('two.txt', 'text/plain')];
      const answer = await client().upload(uuid, [two, known, one, two]);
      expect(answer.status).toBe(200);
      const { new_data_items, task } = UploadAnswer.parse(answer.body);
      expect(task.status).toBe('processing');
      const named = new_data_items.map((id) => task.data_items.find((item) => item.uuid === id)?.name);
      expect(named).toEqual(['two.txt', 'one.pdf']);
      expect(task.data_items).toHaveLength(3);
    },
  );

  testAsOperator(client, 'an upload of nothing new is refused and leaves the Task waiting', async (admin) => {
    const known = uniqueFile();
    const { uuid } = await client().created({}, [known]);
    admin.forceStatus(uuid, 'waiting');
    expectRefusal(await client().upload(uuid, [known, { ...known, name: 'other.pdf' }]), 409);
    expect((await client().get(uuid)).status).toBe('waiting');
  });

  testAsOperator(client, 'an upload to a Task in any other status is refused', async (admin) => {
    const { uuid } = await client().created();
    for (const status of ['pending', 'processing', 'completed', 'failed', 'invalid', 'deferred'] as const) {
      admin.forceStatus(uuid, status);
      expectRefusal(await client().upload(uuid, [uniqueFile()]), 409);
    }
    expect((await client().get(uuid)).data_items).toHaveLength(1);
  });

  test('an upload needs files and a Task', async () => {
    const { uuid } = await client().created();
    expectInvalid(
      await client().call('POST', `/task/${uuid}/upload`, { form: form({ x: 'y' }) }),
      'body',
      'uploads',
    );
    expectInvalid(await client().call('POST', `/task/${uuid}/upload`), 'body', 'uploads');
    expectInvalid(await client().upload('nonsense', [uniqueFile()]), 'path', 'uuid');
    expectRefusal(await client().upload(randomUUID(), [uniqueFile()]), 404);
  });

  testAsOperator(client, 'latest_status_change moves on four statuses and on no other', async (admin) => {
    const { uuid } = await client().created();
    for (const [status, moves] of [
      ['processing', true],
      ['invalid', false],
      ['waiting', true],
      ['pending', false],
      ['completed', true],
      ['invalid', false],
      ['failed', true],
    ] as const) {
      const before = Date.parse((await client().get(uuid)).latest_status_change);
      while (Date.now() <= before) await new Promise(setImmediate);
      admin.forceStatus(uuid, status);
      const after = await client().get(uuid);
      expect(after.status).toBe(status);
      expect(Date.parse(after.latest_status_change) > before, status).toBe(moves);
    }
  });
}
