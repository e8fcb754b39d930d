import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ACCOUNT_STATES } from '../../../../src-main/contract/views/common.ts';
import { createMetrics } from '../../../../src-main/hosts/headless/metrics/metrics.ts';
import {
  parseMetricsAddress,
  serveMetrics,
} from '../../../../src-main/hosts/headless/metrics/serve-metrics.ts';
import type { RunningEngine } from '../../../../src-main/hosts/headless/run-engine.ts';
import { findTool } from '../../../support/find-tool.ts';
import { needing, needs } from '../../../support/machine.ts';
import { until } from '../../../support/until.ts';
import { appBench, pdf } from '../app/support/app-bench.ts';

const MONITORING = join(import.meta.dirname, '../../../../resources/monitoring');
const ALERTS = join(MONITORING, 'prometheus-alerts.yml');
const LOOPBACK = { host: '127.0.0.1', port: 0 };

async function served(running: () => RunningEngine | null) {
  const { url, close } = await serveMetrics(LOOPBACK, createMetrics(running));
  onTestFinished(close);
  return async (path: string) => {
    const response = await fetch(new URL(path, url));
    return { status: response.status, text: await response.text() };
  };
}

/** The value of a sample, such as `clearfolder_files{state="held"}`. */
function sampleOf(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

it('I1, I11: serves the counts of a station, which add up, and no name of a file, folder or patient', async () => {
  const bench = await appBench();
  const get = await served(bench.app.running);
  bench.write('Maria Doe/a.pdf', pdf('a'));
  bench.write('Maria Doe/b.exe', 'no document');
  await bench.watch('Maria Doe', { id: 'scans' });
  const read = async () => (await get('/metrics')).text;
  await until(async () => sampleOf(await read(), 'clearfolder_files{state="accepted"}') === 1);
  await until(async () => (await get('/readyz')).text === 'needs-attention\n');
  const text = await read();
  const states = ACCOUNT_STATES.map((state) => sampleOf(text, `clearfolder_files{state="${state}"}`));
  expect(states.reduce((sum, count) => sum + count)).toBe(2);
  expect(sampleOf(text, 'clearfolder_files_found')).toBe(2);
  expect(sampleOf(text, 'clearfolder_files_unaccounted')).toBe(0);
  expect(sampleOf(text, 'clearfolder_files{state="held"}')).toBe(1);
  expect(sampleOf(text, 'clearfolder_everything_out')).toBe(0);
  expect(sampleOf(text, 'clearfolder_folders{state="ok"}')).toBe(1);
  expect(sampleOf(text, 'clearfolder_lane_paused{lane="creates"}')).toBe(0);
  expect(sampleOf(text, 'clearfolder_stuck_oldest_seconds')).toBeGreaterThan(0);
  expect(sampleOf(text, 'clearfolder_ledger_bytes')).toBeGreaterThan(0);
  expect(sampleOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(text).not.toMatch(/Maria|\.pdf|\.exe|scans/);
  expect(await get('/readyz')).toEqual({ status: 200, text: 'needs-attention\n' });
  expect(sampleOf(text, 'clearfolder_state{state="needs-attention"}')).toBe(1);

  // Every metric that an alert or the dashboard names is one that the program serves. Prometheus itself makes `up`.
  const has = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  for (const file of ['prometheus-alerts.yml', 'grafana-dashboard.json']) {
    const named = readFileSync(join(MONITORING, file), 'utf8').match(
      /\b(clearfolder|nodejs|process)_[a-z0-9_]+/g,
    );
    expect(named?.length).toBeGreaterThan(5);
    expect([...new Set(named)].filter((name) => !has.has(name))).toEqual([]);
  }
});

it('says that a station without an engine is not ready, and counts nothing', async () => {
  const get = await served(() => null);
  expect((await get('/healthz')).status).toBe(200);
  expect(await get('/readyz')).toEqual({ status: 503, text: 'not-running\n' });
  expect(sampleOf((await get('/metrics')).text, 'clearfolder_engine_running')).toBe(0);
  expect((await get('/other')).status).toBe(404);
});

it('serves only this computer unless a host is said, and says that a port is taken', async () => {
  expect(parseMetricsAddress('9464')).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(parseMetricsAddress('0.0.0.0:1')).toEqual({ host: '0.0.0.0', port: 1 });
  expect(parseMetricsAddress('[::1]:9464')).toEqual({ host: '::1', port: 9464 });
  for (const text of ['', 'host', '1:2:3', '70000', 'http://h:1', 'h:1/'])
    expect(parseMetricsAddress(text)).toBeNull();
  const metrics = createMetrics(() => null);
  const first = await serveMetrics(LOOPBACK, metrics);
  onTestFinished(first.close);
  const taken = serveMetrics({ ...LOOPBACK, port: Number(new URL(first.url).port) }, metrics);
  await expect(taken).rejects.toMatchObject({ code: 'metrics.cannot-listen' });
});

it('promtool accepts the alerts', needing(needs.promtool), () => {
  const said = execFileSync(findTool('promtool') ?? '', ['check', 'rules', ALERTS], { encoding: 'utf8' });
  expect(said).toContain('9 rules found');
});
