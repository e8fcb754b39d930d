import { mkdirSync, writeFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { AppEvent } from '../../../src-main/contract/events.ts';
import type { Failure } from '../../../src-main/contract/result.ts';
import {
  outputOf,
  type VerbInput,
  type VerbName,
  type VerbOutput,
} from '../../../src-main/contract/verbs/index.ts';
import type { Overview } from '../../../src-main/contract/views/overview.ts';
import type { App } from '../../../src-main/hosts/app/app.ts';
import { createApp } from '../../../src-main/hosts/app/create-app.ts';
import { evaluateTask } from '../../../src-main/practice/reading/evaluate.ts';
import { startPractice } from '../../../src-main/practice/service.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

export const CALLER = { actor: 'A. Clerk' };
export const SECRET = 'practice:front-desk:first-secret';

/** A data folder of one test, and apps on it. */
export async function appPlace() {
  const dir = await tempDir('app');
  onTestFinished(() => dir.remove());
  const start = async ({ samples = true, apiSecret = null as string | null } = {}): Promise<App> => {
    const app = await createApp({
      choice: { data: dir.at('data'), settings: null, secrets: `file:${dir.at('secrets.json')}`, apiSecret },
      host: 'browser',
      samples,
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

/** The practice service as a service elsewhere, behind one that can be told to fail. */
export async function clinicService() {
  const dir = await tempDir('clinic');
  const practice = await startPractice({ dataDir: dir.path, evaluate: evaluateTask, apiSecret: SECRET });
  const service = await startFaultService({ upstream: practice.baseUrl });
  onTestFinished(async () => {
    await service.close();
    await practice.close();
    await dir.remove();
  });
  return service;
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

/** What a verb gives, parsed as a page parses it; throws when it failed. */
export async function ask<N extends VerbName>(
  app: App,
  name: N,
  input: VerbInput<N>,
): Promise<VerbOutput<N>> {
  const result = await app.call(name, input, CALLER);
  if (!result.ok) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`);
  return outputOf(name).parse(result.value);
}

/** The words a verb fails with. */
export async function failure<N extends VerbName>(app: App, name: N, input: VerbInput<N>): Promise<Failure> {
  const result = await app.call(name, input, CALLER);
  if (result.ok) throw new Error(`${name} did not fail`);
  return result.error;
}

export const overviewOf = (app: App): Promise<Overview> => ask(app, 'app.overview', {});

/** Waits until the overview is as wanted, and gives it. */
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

/** Every event of an app with the time it came, in milliseconds. */
export function listen(app: App): { at: number; event: AppEvent }[] {
  const heard: { at: number; event: AppEvent }[] = [];
  onTestFinished(app.subscribe((event) => heard.push({ at: performance.now(), event })));
  return heard;
}
