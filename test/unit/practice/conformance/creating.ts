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
