import { createHash, randomUUID } from 'node:crypto';
import { FormData } from 'undici';
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

/** docs/service.md 4.2. */
export function creating(client: () => Client, taskType: () => string): void {
  test('a create answers at once: pending, no verdicts, nothing cleared', async () => {
    const task = await client().created({ external_id: 'ext 1', name: 'Given name' });
    expect(task).toMatchObject({
      status: 'pending',
      verdicts: [],
      cleared: null,
      task_type: taskType(),
      external_id: 'ext 1',
      name: 'Given name',
    });
    expect(task.latest_status_change).toBe(task.created);
  });

  test('a Task needs no documents and no other field than its type', async () => {
    const task = await client().created({}, []);
    expect(task.data_items).toEqual([]);
    expect(task.external_id).toBeNull();
  });

  test('the MIME type of a part decides what it becomes; names stay as they are', async () => {
    const files = [
      uniqueFile('Brown, A [2] (ü).pdf'),
      { name: 'resource.txt', type: 'application/json', content: '{"resourceType":"Patient"}' },
      { name: 'note.json', type: 'text/plain', content: `Größe ${randomUUID()}` },
    ];
    const { data_items } = await client().created({}, files);
    expect(data_items.map((item) => [item.data_type, item.group, item.tag, item.name])).toEqual([
      ['file', 'inputs', 'upload', 'Brown, A [2] (ü).pdf'],
      ['json', 'inputs', 'upload', 'resource.txt'],
      ['text', 'inputs', 'upload', 'note.json'],
    ]);
    expect(data_items[1]).toMatchObject({ data: { resourceType: 'Patient' } });
    expect(data_items[2]).toMatchObject({ data: files[2]?.content });
    expect(data_items[0]).toMatchObject({ medical_records: null, alias: null });
  });

  test('the request_spec is a json data item among the inputs', async () => {
    const { data_items } = await client().created({ request_spec: '{"codes":["73721"]}' }, []);
    expect(data_items).toMatchObject([
      { data_type: 'json', group: 'inputs', tag: 'request-spec', data: { codes: ['73721'] } },
    ]);
  });

  test('identical bytes become one data item', async () => {
    const file = uniqueFile();
    const { data_items } = await client().created({}, [file, { ...file, name: 'copy.pdf' }, uniqueFile()]);
    expect(data_items).toHaveLength(2);
  });

  test('external_id correlates and does not deduplicate', async () => {
    const external_id = randomUUID();
    const first = await client().created({ external_id });
    expect((await client().created({ external_id })).uuid).not.toBe(first.uuid);
  });

  test('a task type that is not provisioned gives 400 with its name and the allowed ones', async () => {
    const text = expectRefusal(await client().create({ task_type: 'mystery-type' }), 400);
    expect(text).toContain('mystery-type');
    expect(text).toContain(taskType());
  });

  test('limits: external_id 1024, callback_template 2048', async () => {
    details(await client().create({ external_id: 'x'.repeat(1024) }));
    expectInvalid(await client().create({ external_id: 'x'.repeat(1025) }), 'body', 'external_id');
    const url = (length: number) => `https://example.test/${'x'.repeat(length - 21)}`;
    details(await client().create({ callback_template: url(2048) }));
    expectInvalid(await client().create({ callback_template: url(2049) }), 'body', 'callback_template');
  });

  test.each([
    ['callback_template', 'ftp://example.test/{uuid}'],
    ['callback_template', 'not a url'],
    ['request_spec', '{broken'],
    ['request_spec', '[1]'],
  ])('%s = %s gives 422', async (field, value) => {
    expectInvalid(await client().create({ [field]: value }), 'body', field);
  });

  test('no task type, a text part as upload, or JSON that is none gives 422', async () => {
    expectInvalid(await client().call('POST', '/task/create', { form: form({}) }), 'body', 'task_type');
    expectInvalid(await client().call('POST', '/task/create', { json: {} }), 'body', 'task_type');
    const text = new FormData();
    text.append('task_type', taskType());
    text.append('uploads', 'not a file');
    expectInvalid(await client().call('POST', '/task/create', { form: text }), 'body', 'uploads');
    const broken = { name: 'x.json', type: 'application/json', content: '{"a":' };
    expectInvalid(await client().create({}, [uniqueFile(), broken]), 'body', 'uploads', 1);
  });

  testAsOperator(
    client,
    'what arrives is byte for byte what was sent, and a refused create leaves nothing',
    async (admin) => {
      const content = Buffer.alloc(3_000_000, randomUUID());
      const before = admin.tasks().length;
      const task = await client().created({}, [{ name: 'big.bin', type: 'image/tiff', content }]);
      await client().create({ task_type: 'mystery-type' }, [uniqueFile()]);
      expect(admin.tasks()).toHaveLength(before + 1);
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(admin.tasks().find(({ uuid }) => uuid === task.uuid)?.inputs).toEqual([
        { name: 'big.bin', mediaType: 'image/tiff', sha256, size: content.length },
      ]);
    },
  );
}
