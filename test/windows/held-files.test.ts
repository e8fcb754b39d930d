import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { type Sharing, windowsStation } from './wine.ts';

/* Virus scanners, indexers and backup programs hold files open all day. Windows then refuses to replace these files. */

const SHARINGS: readonly Sharing[] = ['shared', 'exclusive'];
type Station = ReturnType<typeof windowsStation>;

/** Settings of a service that nobody asks here. */
const AWAY = { environment: 'live', environments: { live: 'https://127.0.0.1:1/public/v1' } };

/** Lets the station create its files. */
async function usedBefore(station: Station): Promise<void> {
  await (await station.startEngine()).kill();
  // The entry in the audit makes audit.mark.
  expect(await station.run('support')).toMatchObject({ code: 0 });
}

const log = (station: Station) => readFileSync(station.at('data', 'logs', 'clearfolder.log'), 'utf8');

const CONVENIENCES: readonly (readonly [string, Sharing])[] = [
  ['last-run.json', 'shared'],
  ['last-run.json', 'exclusive'],
  ['engine.json', 'shared'],
];

test('run starts while another program holds last-run.json or engine.json open', async () => {
  await using station = windowsStation();
  await usedBefore(station);
  for (const [name, sharing] of CONVENIENCES) {
    await using _ = await station.hold(sharing, 'data', name);
    await using engine = await station.startEngine();
    expect(engine.text(), `${name}, ${sharing}`).toContain('Clearfolder is running');
  }
});

test('an audit.mark that another program holds open is no fault', async () => {
  await using station = windowsStation();
  await usedBefore(station);
  const mark = () => readFileSync(station.at('data', 'practice', 'audit.mark'), 'utf8');
  for (const sharing of SHARINGS) {
    const before = mark();
    const holder = await station.hold(sharing, 'data', 'practice', 'audit.mark');
    await using engine = await station.startEngine();
    expect(await station.run('support')).toMatchObject({ code: 0 });
    // The engine answers, and its next rounds of the audit come and go meanwhile.
    expect(await station.run('rescan')).toMatchObject({ code: 0 });
    expect(mark(), sharing).toBe(before);
    expect(log(station)).not.toContain('engine.fault');
    await holder.kill();
    await until(() => mark() !== before, { what: 'the next mark' });
    expect(log(station)).not.toContain('engine.fault');
    expect(engine.text()).toContain('Clearfolder is running');
    expect(await station.run('audit', '--verify')).toMatchObject({ code: 0 });
  }
});

test('a ledger.mark that stays open refuses the start in words, and puts nothing in doubt', async () => {
  await using station = windowsStation();
  await usedBefore(station);
  for (const sharing of SHARINGS) {
    const holder = await station.hold(sharing, 'data', 'practice', 'ledger.mark');
    const { code, stderr } = await station.run('run');
    expect(code, sharing).toBe(1);
    expect(stderr).toContain('another program has the file open');
    await holder.kill();
    await using engine = await station.startEngine();
    expect(engine.text()).toContain('Clearfolder is running');
    expect(log(station)).not.toContain('restored');
  }
});

test.each(SHARINGS)(
  'a secrets file that another program holds open (%s) keeps its secret, and takes the next secret afterwards',
  async (sharing) => {
    await using station = windowsStation();
    writeFileSync(station.at('data', 'settings.json'), JSON.stringify(AWAY));
    const set = (secret: string) =>
      station.start(['secret', 'set', '--secrets', `file:${station.windowsPath('secrets.json')}`], secret);
    expect(await set('provider:clinic:first').ended).toMatchObject({ code: 0 });
    const kept = readFileSync(station.at('secrets.json'), 'utf8');
    const holder = await station.hold(sharing, 'secrets.json');
    const { code, stderr } = await set('provider:clinic:second').ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('another program has the file open')]);
    expect(readFileSync(station.at('secrets.json'), 'utf8')).toBe(kept);
    await holder.kill();
    expect(await set('provider:clinic:second').ended).toMatchObject({ code: 0 });
    expect(readFileSync(station.at('secrets.json'), 'utf8')).not.toBe(kept);
  },
);
