import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { detailOf } from '../../../../src-main/contract/texts/detail.ts';
import { failureOf, spooled, subject } from './support/client.ts';
import { GOOD_TOKEN, ITEM_UUID, rawTcp, TASK, TASK_UUID } from './support/raw-service.ts';

const MIB = 1024 * 1024;
const ANSWER = { new_data_items: [ITEM_UUID], task: TASK };

/** Reads an upload of `size` file bytes as fast as `pace` lets it, and answers once it is all there. */
async function reader(size: number, pace: (resume: () => void) => void) {
  const chunks: Buffer[] = [];
  const server = await rawTcp((socket) => {
    let received = 0;
    let answered = false;
    socket.on('data', (chunk: Buffer) => {
      if (received === 0 && chunk.includes('/auth/get_token')) {
        const token = JSON.stringify(GOOD_TOKEN);
        socket.write(
          `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${token.length}\r\n\r\n${token}`,
        );
        return;
      }
      received += chunk.length;
      chunks.push(chunk);
      // The headers count too, so the size alone does not say that the last part of the form has come.
      if (received > size && chunk.subarray(-4).toString() === '--\r\n' && !answered) {
        answered = true;
        const body = JSON.stringify(ANSWER);
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
        return;
      }
      socket.pause();
      pace(() => socket.resume());
    });
  });
  onTestFinished(() => server.close());
  return { baseUrl: `http://127.0.0.1:${server.port}/public/v1`, body: () => Buffer.concat(chunks) };
}

test('an upload that is slow but goes on takes longer than the idle limit, and arrives byte for byte', async () => {
  const size = 24 * MIB;
  const idleTimeoutMs = 700;
  const content = randomBytes(size);
  const { baseUrl, body } = await reader(size, (resume) => void setTimeout(resume, 8));
  const { client, logged } = subject(baseUrl, { idleTimeoutMs });
  expect(await client.uploadFiles(TASK_UUID, [await spooled(content)])).toEqual(ANSWER);
  expect(body().includes(content)).toBe(true);
  const call = logged.find((line) => line.event === 'service.call');
  expect(call?.fields).toMatchObject({ outcome: 'ok', ms: expect.toSatisfy((ms) => ms > idleTimeoutMs) });
});

test('I2: an upload that stands still is given up, its outcome unknown', async () => {
  const { baseUrl } = await reader(24 * MIB, () => undefined);
  const { client } = subject(baseUrl, { idleTimeoutMs: 200 });
  expect(await failureOf(client.uploadFiles(TASK_UUID, [await spooled(Buffer.alloc(24 * MIB))]))).toEqual({
    kind: 'unknown',
    cause: detailOf('detail.withCode', { words: detailOf('detail.noDataTooLong'), code: 'CLEARFOLDER_IDLE' }),
  });
});
