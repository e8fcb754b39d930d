import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  outputOf,
  type VerbInput,
  type VerbName,
  type VerbOutput,
} from '../../../../src-main/contract/verbs/index.ts';
import type { App } from '../../../../src-main/hosts/app/app.ts';
import { createApp } from '../../../../src-main/hosts/app/create-app.ts';
import { tempDir } from '../../../support/temp-dir.ts';

export interface AppBench {
  readonly app: App;
  /** A path beside the data folder. */
  at(...parts: string[]): string;
  /** Writes a file beside the data folder, with the folders above it; gives its path. */
  write(path: string, content: string): string;
  /** Carries out a verb; what it gives is parsed as a page parses it. Fails the test when it is refused. */
  ask<N extends VerbName>(verb: N, input: VerbInput<N>): Promise<VerbOutput<N>>;
  /** Carries out a verb that is refused; gives the code of the failure. */
  refused<N extends VerbName>(verb: N, input: VerbInput<N>): Promise<string>;
  /** Stops the app and starts another on the same data folder. */
  restart(): Promise<void>;
}

/** The whole program behind a window, in practice mode, on a data folder of its own. */
export async function appBench(settings: Record<string, unknown> = {}): Promise<AppBench> {
  const dir = await tempDir('app');
  mkdirSync(dir.at('data'), { mode: 0o700 });
  writeFileSync(dir.at('data', 'settings.json'), JSON.stringify({ environment: 'practice', ...settings }));
  const choice = { data: dir.at('data'), settings: null, secrets: null, apiSecret: null };
  const start = () => createApp({ choice, host: 'desktop', samples: false });
  let app = await start();
  onTestFinished(async () => {
    await app.stop();
    await dir.remove();
  });
  return {
    get app() {
      return app;
    },
    at: dir.at,
    write: (path, content) => {
      mkdirSync(dirname(dir.at(path)), { recursive: true });
      writeFileSync(dir.at(path), content);
      return dir.at(path);
    },
    ask: async (verb, input) => {
      const result = await app.call(verb, input, { actor: 'clerk' });
      if (!result.ok) throw new Error(`${verb}: ${result.error.code}: ${result.error.message}`);
      // Through JSON, as every transport carries it.
      const carried: unknown = JSON.parse(JSON.stringify(result.value));
      return outputOf(verb).parse(carried);
    },
    refused: async (verb, input) => {
      const result = await app.call(verb, input, { actor: 'clerk' });
      expect(result).toMatchObject({ ok: false });
      return z.object({ error: z.object({ code: z.string() }) }).parse(result).error.code;
    },
    restart: async () => {
      await app.stop();
      app = await start();
    },
  };
}

/** A small complete PDF with some content of its own. */
export function pdf(content: string): string {
  return `%PDF-1.4\n% ${content}\n%%EOF\n`;
}
