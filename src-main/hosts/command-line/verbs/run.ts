import { join } from 'node:path';
import { say } from '../../../contract/say.ts';
import { secretElsewhere } from '../../../core/installation/api-secret.ts';
import { openStation } from '../../../core/installation/open-station.ts';
import { type MetricsAddress, serveMetrics } from '../../headless/metrics/serve-metrics.ts';
import { untilAskedToStop } from '../../headless/process.ts';
import { type RunningEngine, runEngine } from '../../headless/run-engine.ts';
import { said, t } from '../../language.ts';
import { serveApp } from '../open/open.ts';
import { type StationContext, show } from '../terminal.ts';

const STOPPED = say('terminal.stopped');

/**
 * `run`: runs the engine without a window until SIGTERM. The output may be a system log and names no file, Task or patient (I11).
 * If `app` is true, also serves the app to browsers of this account, even if the engine cannot start.
 */
export async function runHeadless(
  context: StationContext,
  { app: hasApp = false, metrics }: { readonly app?: boolean; readonly metrics?: MetricsAddress },
): Promise<void> {
  const { terminal } = context;
  const stop = untilAskedToStop();
  let running: () => RunningEngine | null = () => null;
  // The metrics server starts first, so that nothing else has started if the port is already in use.
  const served = metrics === undefined ? null : await beginMetrics(metrics, () => running());
  try {
    if (served !== null) terminal.out(t('sharing.metricsPrometheus', { url: served.url }));
    if (hasApp) {
      await serveApp(context, { samples: false, port: 0 }, (_, app) => {
        running = app.running;
        terminal.out(t('terminal.runningOpenWindow'));
        return stop;
      });
    } else {
      await runUntil(context, stop, (engine) => {
        running = () => engine;
      });
    }
  } finally {
    await served?.close();
  }
  terminal.out(said(STOPPED));
}

async function beginMetrics(address: MetricsAddress, running: () => RunningEngine | null) {
  // The import is dynamic, so that a station without metrics does not load the metrics library.
  const { createMetrics } = await import('../../headless/metrics/metrics.ts');
  return await serveMetrics(address, createMetrics(running));
}

async function runUntil(
  { terminal, choice }: StationContext,
  stop: Promise<void>,
  onEngine: (running: RunningEngine | null) => void,
): Promise<void> {
  const running = await runEngine(choice, { samples: false });
  onEngine(running);
  const { settings, secrets, credentials } = running.station;
  const watched = t('terminal.watchedFolders', { count: settings.folders.length });
  terminal.out(
    t('terminal.runningEnvironmentSecrets', {
      environment: settings.environment,
      watched,
      store: secrets.describe(),
    }),
  );
  if (settings.folders.length === 0) {
    terminal.err(t('terminal.noFolderWatchedSendsFilesSubmit'));
  }
  if (settings.environment !== 'practice' && (await credentials.readSecret()) === null) {
    const elsewhere = await secretElsewhere(running.station);
    terminal.err(
      elsewhere === null
        ? t('terminal.noApiSecretSet')
        : `${said(elsewhere.said.message)} ${said(elsewhere.said.next)}`,
    );
  }
  await stop;
  terminal.out(t('terminal.stopping'));
  onEngine(null);
  await running.stop();
}

interface PracticeChoice {
  readonly port?: number;
  readonly externalRead: boolean;
  readonly callbacks: boolean;
  /** Token exchanges in a minute. */
  readonly exchangeLimit?: number;
  readonly queueCap?: number;
}

/** `practice`: runs the practice service without an engine until SIGTERM. The options show a trainee what a service can refuse. */
export async function runPractice(
  { terminal, choice }: StationContext,
  { port = 0, externalRead, callbacks, exchangeLimit, queueCap }: PracticeChoice,
): Promise<void> {
  const { startPractice } = await import('../../../practice/service.ts');
  const { evaluateTask } = await import('../../../practice/reading/evaluate.ts');
  const { folder } = await openStation(choice);
  const stop = untilAskedToStop();
  const practice = await startPractice({
    dataDir: join(folder.practice, 'alone'),
    port,
    evaluate: evaluateTask,
    ...(exchangeLimit === undefined ? {} : { exchangeLimit: { attempts: exchangeLimit, windowSeconds: 60 } }),
    ...(queueCap === undefined ? {} : { pendingCap: 1, deferredCap: queueCap }),
  });
  practice.admin.setReadEnabled(externalRead);
  practice.admin.setCallbacksEnabled(callbacks);
  show(terminal, { base_url: practice.baseUrl, api_secret: practice.apiSecret }, () => [
    t('terminal.practiceServiceRunning'),
    `base_url:   ${practice.baseUrl}`,
    `api_secret: ${practice.apiSecret}`,
    t('terminal.pressCtrlCStop'),
  ]);
  await stop;
  await practice.close();
}
