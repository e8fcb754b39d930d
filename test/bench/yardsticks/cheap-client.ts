import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { pdfDocument } from '../../support/pdf-document.ts';

/* Posts the same prepared bytes over some connections as fast as answers come, and parses none: prints how many were taken in the time. */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    secret: { type: 'string', default: '' },
    connections: { type: 'string', default: '4' },
    bytes: { type: 'string', default: '65536' },
    seconds: { type: 'string', default: '5' },
  },
});
const { hostname, port, pathname } = new URL(values.url);
const signIn = await fetch(`${values.url}/auth/get_token`, {
  method: 'POST',
  body: JSON.stringify({ api_secret: values.secret }),
});
const { token } = z.object({ token: z.string() }).parse(await signIn.json());

const BOUNDARY = 'cheap-client-boundary';
const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const body = Buffer.concat([
  Buffer.from(field('task_type', 'prior-auth') + field('request_spec', '{}')),
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="uploads"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
  ),
  pdfDocument({ pages: ['the same each time'], bytes: Number(values.bytes) }),
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
]);
const request = Buffer.concat([
  Buffer.from(
    `POST ${pathname}/task/create HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${body.length}\r\n\r\n`,
  ),
  body,
]);

const end = performance.now() + Number(values.seconds) * 1000;
let taken = 0;
async function lane(): Promise<void> {
  const socket = connect(Number(port), hostname);
  await new Promise((resolve, reject) => {
    socket.once('error', reject).once('close', resolve);
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      answer += chunk;
      const head = answer.indexOf('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(answer)?.[1];
      if (head < 0 || length === undefined || answer.length < head + 4 + Number(length)) return;
      if (!answer.startsWith('HTTP/1.1 200')) throw new Error(answer.slice(0, 200));
      answer = '';
      taken += 1;
      if (performance.now() < end) socket.write(request);
      else socket.destroy();
    });
    socket.write(request);
  });
}
await Promise.all(Array.from({ length: Number(values.connections) }, lane));
process.stdout.write(`${taken}\n`);
