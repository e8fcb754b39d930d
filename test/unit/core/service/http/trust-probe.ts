import { getCACertificates } from 'node:tls';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { readNetwork, trustedCertificates } from '../../../../../src-main/core/service/http/network.ts';
import { createTransport } from '../../../../../src-main/core/service/http/transport.ts';
import { ServiceError } from '../../../../../src-main/core/service/service-failure.ts';

/* Prints what a process believes: each port of this computer, and the authorities that come with the program. */

const { extraCaFile, ports } = JSON.parse(process.argv[2] ?? '');
const network = readNetwork({ extraCaFile, proxy: null });
const transport = createTransport({
  clock: systemClock,
  idleTimeoutMs: 20_000,
  connectTimeoutMs: 10_000,
  network,
});
const said: string[] = [];
for (const port of ports) {
  const request = {
    method: 'GET',
    origin: `https://localhost:${port}`,
    path: '/',
    headers: {},
    body: null,
  } as const;
  await transport.send(request).then(
    () => said.push('ok'),
    (error: unknown) => {
      const failure = error instanceof ServiceError ? error.failure : null;
      said.push(failure?.kind === 'not-sent' ? (failure.obstacle ?? failure.cause) : 'another failure');
    },
  );
}
await transport.close();
const believed = new Set(trustedCertificates(network.extraCa));
const wellKnown = getCACertificates('bundled').every((one) => believed.has(one));
process.stdout.write(JSON.stringify({ said, wellKnown }));
