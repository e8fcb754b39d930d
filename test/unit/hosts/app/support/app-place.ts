import { mkdirSync, writeFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { AppEvent } from '../../../../../src-main/contract/events.ts';
import type { Overview } from '../../../../../src-main/contract/views/overview.ts';
import type { App } from '../../../../../src-main/hosts/app/app.ts';
import type { AskPerson } from '../../../../../src-main/hosts/app/confirmations.ts';
import { createApp } from '../../../../../src-main/hosts/app/create-app.ts';
import { createTerminal } from '../../../../../src-main/hosts/command-line/terminal.ts';
import { evaluateTask } from '../../../../../src-main/practice/reading/evaluate.ts';
import { startPractice } from '../../../../../src-main/practice/service.ts';
import { startFaultService } from '../../../../support/fault-service.ts';
import { type TestDir, testDir } from '../../../../support/test-dir.ts';
import { until } from '../../../../support/until.ts';
import { WILLING } from '../../../../support/willing-person.ts';
import { ask } from './ask.ts';

export const SECRET = 'practice:front-desk:first-secret';

/** The data folder, settings and secrets that a test's programs share. */
export function choiceOf(dir: TestDir) {
  return { data: dir.at('data'), settings: null, secrets: `file:${dir.at('secrets.json')}`, apiSecret: null };
}

/** What the machine is to the app, where a test has another. */
export type Machine = Pick<Parameters<typeof createApp>[0], 'clock' | 'computer'> & {
  readonly person?: AskPerson;
};

type Start = Machine & {
  readonly samples?: boolean;
  readonly apiSecret?: string | null;
  readonly secrets?: string | null;
};

/** A data folder of one test, and apps on it. */
export function appPlace() {
  const dir = testDir();
  const start = async ({ samples = true, apiSecret = null, ...others }: Start = {}): Promise<App> => {
    const { secrets = choiceOf(dir).secrets, ...machine } = others;
    const app = await createApp({
      choice: { ...choiceOf(dir), secrets, apiSecret },
      host: 'browser',
      samples,
      person: WILLING,
      ...machine,
    });
    onTestFinished(() => app.stop());
    return app;
  };
  /** Writes the settings file that the next start finds. */
  const writeSettings = (settings: unknown) => {
    mkdirSync(dir.at('data'), { recursive: true, mode: 0o700 });
    const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
    writeFileSync(dir.at('data', 'settings.json'), text);
  };
  return { dir, start, writeSettings };
}

/** A data folder with these settings, and an app that runs on it. */
export async function startedApp({ settings, ...options }: Start & { readonly settings?: unknown } = {}) {
  const place = appPlace();
  if (settings !== undefined) place.writeSettings(settings);
  return { ...place, app: await place.start(options) };
}

/** The practice service as a service elsewhere, behind one that can be told to fail. */
export async function clinicService() {
  const practice = await startPractice({
    dataDir: testDir().path,
    evaluate: evaluateTask,
    apiSecret: SECRET,
  });
  const service = await startFaultService({ upstream: practice.baseUrl });
  onTestFinished(async () => {
    await service.close();
    await practice.close();
  });
  return { ...service, admin: practice.admin };
}

/** A data folder whose settings name a service elsewhere; no secret is set. */
export async function clinic(more?: (dir: TestDir) => Record<string, unknown>) {
  const place = appPlace();
  const service = await clinicService();
  place.writeSettings(clinicSettings(service.baseUrl, more?.(place.dir)));
  return { ...place, service };
}

/** A running station that is signed in at a service of its own. */
export async function signedInStation(more?: (dir: TestDir) => Record<string, unknown>) {
  const place = await clinic(more);
  const app = await place.start();
  await ask(app, 'secret.set', { api_secret: SECRET });
  await untilConnected(app);
  return { ...place, app };
}

/** A terminal that remembers what it was told. */
export function heardTerminal(json: boolean) {
  let said = '';
  const write = (text: string) => {
    said += text;
  };
  return { terminal: createTerminal(json, write, write), said: () => said };
}

/** Settings of an organisation's own environment, with quick looks. */
export function clinicSettings(baseUrl: string, more: Record<string, unknown> = {}) {
  return {
    environment: 'clinic',
    environments: { clinic: baseUrl },
    tracking: { seconds: 0.2 },
    ...more,
  };
}

export const overviewOf = (app: App): Promise<Overview> => ask(app, 'app.overview', {});

export function untilOverview(
  app: App,
  wanted: (overview: Overview) => boolean,
  what = 'the overview',
): Promise<Overview> {
  return until(
    async () => {
      const overview = await overviewOf(app);
      return wanted(overview) ? overview : null;
    },
    { what, everyMs: 100 },
  );
}

export const untilConnected = (app: App) =>
  untilOverview(app, ({ connection }) => connection.state === 'connected', 'the connection');

/** Every event of an app with the time it came, in milliseconds. */
export function listen(app: App): { at: number; event: AppEvent }[] {
  const heard: { at: number; event: AppEvent }[] = [];
  onTestFinished(app.subscribe((event) => heard.push({ at: performance.now(), event })));
  return heard;
}
