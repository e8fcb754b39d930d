import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { type Running, startClearfolder, testStation } from '../support/clearfolder.ts';
import { sha256Of } from '../support/documents.ts';
import { filesBelow } from '../support/files-below.ts';
import { pdfDocument } from '../support/pdf-document.ts';
import { startServiceModel } from '../support/service-model/start.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import { watchingSettings } from '../support/watching-settings.ts';
import { hangingShare, smbShare } from './shares.ts';

type Service = Awaited<ReturnType<typeof startServiceModel>>;

/** Writes a document behind the share, as another computer does. Returns its sha256. */
function put(folder: string, name: string): string {
  const bytes = pdfDocument({ pages: [name], bytes: 200_000 });
  writeFileSync(join(folder, name), bytes);
  return sha256Of(bytes);
}

/** A station that watches these folders and sends to the service. The first folder is the share. */
async function stationAt(service: Service, share: string, { rule = {}, here = '', name = 'one' } = {}) {
  const settings = watchingSettings(service, share, { rule, tracking: { seconds: 0.5 }, station: name });
  const [first] = settings.folders;
  const folders = [first, ...(here === '' ? [] : [{ ...first, id: 'here', path: here }])];
  return testStation({ ...settings, folders }, { apiSecret: service.apiSecret });
}

const sends = (service: Service, count: number) =>
  until(() => service.oracle.creates().length >= count, { what: `${count} Tasks` });

test.concurrent('a document on an SMB share becomes one Task and moves within the share', async () => {
  await using service = await startServiceModel({ complete: true });
  await using share = await smbShare();
  await using station = await stationAt(service, await share.mount(), { rule: { after: 'move' } });
  await using running = await station.watch();
  const names = ['one.pdf', 'two.pdf', 'Übergröße.pdf'];
  const sent = names.map((name) => put(share.folder, name));
  const archived = () =>
    filesBelow(join(share.folder, 'Sent (Clearfolder)')).map((path) => path.split('/')[1]);
  // A file has another name while the file is being moved.
  await until(() => isDeepStrictEqual(archived().toSorted(), names.toSorted()), { what: 'the moves' });
  expect(await station.folder()).toMatchObject({ watching: 'poll', remark: '', counts: { accepted: 3 } });
  service.oracle.assertExactlyOnce(sent);
  expect(await running.stop()).toMatchObject({ code: 0 });
});

test.concurrent('two computers on one SMB share send each document once, also when the server dies and returns', async () => {
  await using service = await startServiceModel({ complete: true });
  await using share = await smbShare();
  await using here = await tempDir('here');
  await using one = await stationAt(service, await share.mount(), { here: here.path });
  await using two = await stationAt(service, await share.mount(), { name: 'two' });
  await using first = await one.watch();
  await using second = await two.watch();
  const reach = async (reachable: boolean) => {
    for (const station of [one, two])
      await until(async () => (await station.folder()).reachable === reachable, { what: `${reachable}` });
  };
  const sent = ['1.pdf', '2.pdf', '3.pdf'].map((name) => put(share.folder, name));
  await sends(service, sent.length);

  sent.push(put(share.folder, '4.pdf'));
  await share.kill();
  sent.push(put(share.folder, '5.pdf'), put(here.path, 'here.pdf'));
  await until(() => service.oracle.creates().some(({ files }) => files[0]?.name === 'here.pdf'));
  await reach(false);
  await share.restart();
  sent.push(put(share.folder, '6.pdf'));
  await sends(service, sent.length);
  await reach(true);
  expect(await first.stop()).toMatchObject({ code: 0 });
  expect(await second.stop()).toMatchObject({ code: 0 });
  service.oracle.assertExactlyOnce(sent);
});

test.concurrent('I8: a share hangs: other folders go on, the folder says so, stop and start work, and the rest goes out once afterwards', async () => {
  await using service = await startServiceModel({ complete: true });
  await using share = await hangingShare();
  await using here = await tempDir('here');
  await using station = await stationAt(service, share.mounted, { here: here.path });
  const started: Running[] = [];
  await using _ = {
    [Symbol.asyncDispose]: async () => {
      // Before the answer no signal ends a process that waits for the share.
      share.answer();
      for (const running of started) await running.stop('SIGKILL');
    },
  };
  const start = async (): Promise<Running> => {
    const { data, settings, secrets } = station.choice;
    const args = ['run', '--data', data, '--settings', settings, '--secrets', secrets];
    const env = { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'hasty.mjs')}` };
    const running = startClearfolder(args, { env });
    started.push(running);
    await until(() => running.text().includes('Clearfolder is running'), { what: 'the start' });
    return running;
  };
  const hung = await start();
  const sent = [put(share.folder, 'before.pdf')];
  await sends(service, 1);

  share.hang();
  for (const name of ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf'])
    sent.push(put(share.folder, name));
  sent.push(put(here.path, 'here.pdf'));
  await sends(service, 2);
  await until(async () => (await station.folder()).reachable === false, { what: 'the silence' });
  expect((await station.run('folders')).stdout).toContain('has not responded for more than two minutes');
  const stop = station.start(['stop']);
  await until(() => stop.child.exitCode !== null, { what: 'the end of stop' });
  expect(await stop.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('has stopped') });
  // Linux ends no process before the end of its calls into FUSE. The data folder is free nevertheless.
  expect(hung.child.exitCode).toBeNull();
  const next = await start();
  sent.push(put(here.path, 'here-too.pdf'));
  await sends(service, 3);

  share.answer();
  await sends(service, sent.length);
  await until(async () => (await station.folder()).reachable === true, { what: 'the share' });
  expect(await hung.ended).toMatchObject({ code: 0 });
  expect(await next.stop()).toMatchObject({ code: 0 });
  service.oracle.assertExactlyOnce(sent);
});

test.concurrent.for([
  ['removed', []],
  ['watched', ['scans']],
] as const)(
  'I8: the share of a %s rule hangs: Clearfolder starts with a renamed rule, and sends from its folder',
  async ([, kept]) => {
    await using service = await startServiceModel({ complete: true });
    await using share = await hangingShare();
    await using here = await tempDir('here');
    mkdirSync(join(share.folder, 'scans'));
    const settings = watchingSettings(service, join(share.mounted, 'scans'), {});
    const [scans] = settings.folders;
    const rules = { scans: { ...scans, id: 'scans' }, here: { ...scans, id: 'here', path: here.path } };
    await using station = await testStation(
      { ...settings, folders: Object.values(rules) },
      { apiSecret: service.apiSecret },
    );
    const sent = [put(join(share.folder, 'scans'), 'share.pdf'), put(here.path, 'here.pdf')];
    {
      await using running = await station.watch();
      await sends(service, 2);
      expect(await running.stop()).toMatchObject({ code: 0 });
    }
    const folders = [...kept.map((id) => rules[id]), { ...rules.here, id: 'desk' }];
    writeFileSync(station.settingsFile, JSON.stringify({ ...settings, folders }));
    share.hang();
    const { data, settings: file, secrets } = station.choice;
    await using running = startClearfolder(
      ['run', '--data', data, '--settings', file, '--secrets', secrets],
      {
        env: { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'hasty.mjs')}` },
      },
    );
    // Before the answer no signal ends a process that waits for the share.
    using _ = { [Symbol.dispose]: () => void share.answer() };
    sent.push(put(here.path, 'new.pdf'));
    await sends(service, 3);
    share.answer();
    expect(await running.stop()).toMatchObject({ code: 0 });
    service.oracle.assertExactlyOnce(sent);
  },
);
