import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { evaluateTask } from '../../../src-main/practice/reading/evaluate.ts';
import { startPractice } from '../../../src-main/practice/service.ts';
import { startClearfolder } from '../../support/clearfolder.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { keyringGone, openKeyring, runWithKeyring } from '../../support/keyring.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { routes } from '../../support/routes.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';
import type { Counts } from '../part.ts';
import { Places } from './places.ts';

const PATIENT = 'Wilhelmina Kanarienvögel';
const PROBE = new URL('../../unit/core/secrets/keychain-probe.ts', import.meta.url);
const PATIENCE = { timeoutMs: 180_000, everyMs: 200 };

const stationSchema = z.object({ id: z.string() });
const filesSchema = z.array(z.object({ state: z.string() }));
const probedSchema = z.tuple([z.object({ value: z.string() }), z.object({ value: z.string() })]);
const tokenSchema = z.object({ token: z.string() });

/**
 * A short round of a station with the default secret store, a real keychain: searches the whole home of the station, and the
 * decrypted ledger, for the api_secret, the token and the ledger's key.
 *
 * @throws each place that holds a secret
 */
export async function searchBesideKeychain(): Promise<Counts> {
  await using home = await tempDir('canaries-keychain');
  await using theirs = await tempDir('canaries-keychain-service');
  const practice = await startPractice({ dataDir: theirs.path, evaluate: evaluateTask });
  try {
    await using service = await startFaultService({ upstream: practice.baseUrl });
    for (const name of ['tmp', 'in']) mkdirSync(home.at(name));
    const settings = watchingSettings(service, home.at('in'), { tracking: { seconds: 0.5 } });
    writeFileSync(home.at('settings.json'), JSON.stringify(settings));
    const told: string[] = [];
    {
      await using session = await openKeyring(home.path);
      const start = (args: readonly string[], stdin = '') =>
        startClearfolder([...args, '--data', home.at('data'), '--settings', home.at('settings.json')], {
          stdin,
          cwd: home.path,
          env: { ...session.env, TMPDIR: home.at('tmp') },
        });
      const verb = async (args: readonly string[], stdin = '') => {
        const { code, stdout, stderr } = await start(args, stdin).ended;
        told.push(stdout, stderr);
        if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
        return stdout;
      };
      const accepted = async () => {
        const files = filesSchema.parse(JSON.parse(await verb(['files', '--json'])));
        return files.filter(({ state }) => state === 'accepted').length;
      };
      await verb(['secret', 'set'], practice.apiSecret);
      await verb(['ledger', 'rotate-key']);
      service.faults.on(routes.create, { kind: 'dropAfterCommit' }, { times: 1 });
      const detail = `Not possible; you sent ${practice.apiSecret}`;
      service.faults.on(routes.list, { kind: 'status', status: 400, body: { detail } }, { times: 2 });
      // SIGTERM moves every row into the ledger's file; SIGKILL leaves the newest rows in the write-ahead log.
      for (const [round, signal] of (['SIGTERM', 'SIGKILL'] as const).entries()) {
        await using running = start(['run']);
        writeFileSync(
          home.at('in', `${PATIENT} ${round}.pdf`),
          pdfDocument({ pages: [`${PATIENT} ${round}`] }),
        );
        await until(async () => (await accepted()) > round, PATIENCE);
        await verb(['secret', 'check']);
        await verb(['backup', home.at(`${round}.backup`)]);
        await verb(['support', '--save', home.at(`${round}.txt`)]);
        await running.stop(signal);
        told.push(running.text());
        if (!running.text().includes("secrets in the system's keychain"))
          throw new Error(`the station kept its secrets outside the keychain: ${running.text()}`);
      }
    }
    const { id } = stationSchema.parse(JSON.parse(readFileSync(home.at('data', 'station.json'), 'utf8')));
    const steps = [
      ['get', 'token:test'],
      ['get', 'ledger-key:test'],
    ];
    const kept = await runWithKeyring(PROBE, [id, JSON.stringify(steps)], {
      home: home.path,
      state: 'unlocked',
    });
    const [token, key] = probedSchema.parse(JSON.parse(kept.stdout));
    const secrets = [
      practice.apiSecret,
      practice.apiSecret.split(':')[2] ?? '',
      tokenSchema.parse(JSON.parse(token.value)).token,
      key.value,
    ];
    const found = new Places();
    // The search covers the keyring's own file, whose content is encrypted.
    await keyringGone(home.path);
    found.files(home.path, secrets, () => false);
    found.ledgers(home.at('data', 'test'), [key.value], secrets, PATIENT);
    found.none('what the program told on its terminal', Buffer.from(told.join('\n')), secrets);
    if (found.leaks.length > 0) throw new Error(`Found beside the keychain:\n${found.leaks.join('\n')}`);
    return {
      'places searched beside a keychain': found.places,
      'bytes searched beside a keychain': found.bytes,
    };
  } finally {
    await practice.close();
  }
}
