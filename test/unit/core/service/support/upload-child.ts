import { systemClock } from '../../../../../src-main/core/clock.ts';
import { silentLog } from '../../../../../src-main/core/log/events.ts';
import { createServiceClient } from '../../../../../src-main/core/service/create-service-client.ts';
import { MemoryCredentials } from './memory-credentials.ts';

/*
 * A process of its own, so that its memory is the client's alone:
 * uploads SPOOL (SIZE bytes) to BASE_URL and prints by how many bytes it grew meanwhile.
 */
const [, , baseUrl = '', spoolPath = '', sizeText = ''] = process.argv;
const client = createServiceClient({
  baseUrl,
  credentials: new MemoryCredentials(),
  clock: systemClock,
  random: Math.random,
  log: silentLog,
});
await client.signIn();
const before = process.memoryUsage.rss();
let peak = before;
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);
const upload = { spoolPath, fileName: 'large.pdf', mediaType: 'application/pdf', size: Number(sizeText) };
await client.uploadFiles('0b6c9e0a-1f6e-4b57-9a5e-0d6a1c1f2a3b', [upload]);
clearInterval(sampling);
await client.close();
process.stdout.write(JSON.stringify({ grewBy: peak - before }));
