import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { systemClock, systemRandom } from '../../core/clock.ts';
import { engineIsRunning } from '../../core/data-folder/engine-lock.ts';
import { refuseElsewhere } from '../../core/installation/api-secret.ts';
import { connect } from '../../core/installation/connect.ts';
import { openStation, type Station, type StationChoice } from '../../core/installation/open-station.ts';
import { refuseOther } from '../../core/installation/organisation-guard.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { silentLog } from '../../core/log/events.ts';
import { PlainError } from '../../core/plain-error.ts';
import { readNetwork } from '../../core/service/http/network.ts';
import { ruleRemark } from '../../core/settings/settings-file.ts';
import { VERSION } from '../version.ts';
import { type Audience, inPlainWords } from './in-plain-words.ts';
import { lookAtAudit } from './look-at-audit.ts';
import { lockInWords } from './look-at-lock.ts';
import { certificateInWords, environmentInWords, networkInWords } from './look-at-network.ts';
import { cipherInWords, copiesInWords } from './look-at-record.ts';
import { setAsideInWords } from './look-at-set-aside.ts';
import { serviceClock } from './service-clock.ts';

/** One thing that must work, looked at. */
export interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly words: string;
  readonly next: string;
}

class NotAFolder extends Error {}

const LOW_DISK_BYTES = 2 * 1024 ** 3;

/** Looks at everything that must work, and says of each what to do. Never rejects. */
export async function lookAround(choice: StationChoice, at: Audience = 'app'): Promise<Finding[]> {
  const findings: Finding[] = [
    await look(
      'versions',
      async () => `Clearfolder ${VERSION}, Node ${process.version}, ${process.platform} ${process.arch}`,
    ),
  ];
  let station: Station | null = null;
  findings.push(
    await look('data folder and settings', async () => {
      station = await openStation(choice);
      const running = engineIsRunning(station.folder.path);
      return `${station.folder.path}, environment "${station.settings.environment}", Clearfolder ${running ? 'is running' : 'is not running'}`;
    }),
  );
  if (station !== null) findings.push(...(await lookAt(station, at)));
  return findings;
}

async function lookAt(station: Station, at: Audience): Promise<Finding[]> {
  const { folder, settings, secrets } = station;
  const secretStore = await look('secrets', async () => {
    await secrets.check();
    return `kept in ${secrets.describe()}`;
  });
  const findings = [
    secretStore,
    await look('disk', async () => {
      const { bavail, bsize } = await statfs(folder.path);
      if (bavail * bsize < LOW_DISK_BYTES) {
        throw new PlainError(
          'disk.low',
          'Less than 2 GB are free on the disk where Clearfolder keeps documents until they are sent.',
          'Free some space on that disk.',
        );
      }
      return `${Math.floor((bavail * bsize) / 1024 ** 3)} GiB free`;
    }),
  ];
  for (const rule of settings.folders) {
    findings.push(
      await look(`folder ${rule.id}`, async () => {
        try {
          if (!(await stat(rule.path)).isDirectory()) throw new NotAFolder();
          await access(rule.path, constants.R_OK | constants.X_OK);
        } catch (error) {
          throw new PlainError(
            'folder.missing',
            error instanceof NotAFolder
              ? `${rule.path} is not a folder, so Clearfolder sends nothing from there.`
              : `Clearfolder cannot read ${rule.path} (${describeError(error)}), so it sends nothing from there.`,
            'Check that the folder exists, that the network drive is connected, and that this account may read the folder.',
          );
        }
        const writable = await access(rule.path, constants.W_OK).then(
          () => true,
          () => false,
        );
        if (!writable && rule.after === 'move') {
          throw new PlainError(
            'folder.read-only',
            `Clearfolder may not write into ${rule.path}, so it cannot move sent files.`,
            'Let this account write into the folder, or set "after" to "keep" in the settings.',
          );
        }
        const place = writable
          ? rule.path
          : `${rule.path} (read-only: Clearfolder holds the documents until you confirm that no other station uses the folder)`;
        const remark = ruleRemark(rule);
        return remark === null ? place : `${place}. ${remark}`;
      }),
    );
  }
  findings.push(await look('older records', async () => setAsideInWords(station, systemClock.now())));
  // Without the secret store there is no key to open the record with.
  if (secretStore.ok) {
    findings.push(await look('lock', () => lockInWords(station)));
    findings.push(await look('record', () => cipherInWords(station)));
    findings.push(await look('copies', () => copiesInWords(station, systemClock.now())));
    findings.push(await look('audit', () => lookAtAudit(station)));
  }
  const baseUrl = settings.environments[settings.environment];
  if (baseUrl !== undefined) {
    const way = [await look('network', async () => networkInWords(settings.network, process.env))];
    if (way.every(({ ok }) => ok) && baseUrl.startsWith('https:')) {
      way.push(
        await look('certificate', () => certificateInWords(baseUrl, readNetwork(settings.network), at)),
      );
    }
    findings.push(await look('environment', async () => environmentInWords(process.env)), ...way);
    // Where nothing gets through, two more faults would only hide why.
    if (way.some(({ ok }) => !ok)) return findings;
    const network = readNetwork(settings.network);
    findings.push(await look('clock', () => serviceClock(baseUrl, systemClock, network)));
    // Without the secret store there is nothing to sign in with, and a second fault would only hide the first.
    if (secretStore.ok) findings.push(await look('service', () => askService(station), at));
  }
  return findings;
}

async function askService(station: Station): Promise<string> {
  await refuseElsewhere(station);
  const client = connect(station, { clock: systemClock, random: systemRandom, log: silentLog, owner: null });
  try {
    const { name } = await client.signIn();
    if (!(await refuseOther(station, name))) return `signed in to ${name}`;
    const { count } = await client.listTasks({ length: 1 });
    return `signed in to ${name}, which has ${count} Tasks`;
  } finally {
    await client.close();
  }
}

async function look(what: string, work: () => Promise<string>, at: Audience = 'app'): Promise<Finding> {
  try {
    return { what, ok: true, words: await work(), next: '' };
  } catch (error) {
    const { message, next } = inPlainWords(error, at);
    return { what, ok: false, words: message, next };
  }
}
