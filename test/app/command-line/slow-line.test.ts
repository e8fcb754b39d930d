import { expect, test } from 'vitest';
import { startClearfolder, testStation } from '../../support/clearfolder.ts';
import { needing, needs } from '../../support/machine.ts';
import { openSlowLine, SLOW_ADDRESSES } from '../../support/slow-line.ts';

/** Lets every host name of the program have these addresses. */
const NAMES = `
import dns from 'node:dns';
dns.lookup = (...given) => given.at(-1)(null, ${JSON.stringify(SLOW_ADDRESSES)});
`;

test(
  'a service of two addresses is reached over a line that is slower than 250 ms',
  needing(needs.linux),
  async () => {
    await using line = await openSlowLine();
    const service = `https://service.test:${line.port}/public/v1`;
    await using station = await testStation({ environment: 'clinic', environments: { clinic: service } });
    const { data, settings, secrets } = station.choice;
    const where = ['--data', data, '--settings', settings, '--secrets', secrets];
    await using doctor = startClearfolder(['doctor', ...where], {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NAMES)}` },
    });
    expect(await Promise.race([line.heard, doctor.ended.then(({ stdout }) => stdout)])).toBe('heard');
    await doctor.ended;
  },
);
