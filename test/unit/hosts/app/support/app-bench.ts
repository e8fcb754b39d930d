import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { VerbInput, VerbName, VerbOutput } from '../../../../../src-main/contract/verbs/index.ts';
import type { App } from '../../../../../src-main/hosts/app/app.ts';
import type { TestDir } from '../../../../support/temp-dir.ts';
import { appPlace, type Machine } from './app-place.ts';
import { ask, failure } from './ask.ts';

export interface AppBench {
  readonly app: App;
  readonly dir: TestDir;
  /** A path beside the data folder. */
  at(...parts: string[]): string;
  /** Writes a file beside the data folder, with the folders above it; gives its path. */
  write(path: string, content: string): string;
  ask<N extends VerbName>(verb: N, input: VerbInput<N>): Promise<VerbOutput<N>>;
  /** Carries out a verb that is refused; gives the code of the failure. */
  refused<N extends VerbName>(verb: N, input: VerbInput<N>): Promise<string>;
  /** Stops the app and starts another on the same data folder. */
  restart(): Promise<void>;
}

/** The whole program behind a window, in practice mode and without samples, on a data folder of its own. */
export async function appBench(
  settings: Record<string, unknown> = {},
  machine: Machine = {},
): Promise<AppBench> {
  const { dir, start, writeSettings } = await appPlace();
  writeSettings({ environment: 'practice', ...settings });
  let app = await start({ samples: false, ...machine });
  return {
    get app() {
      return app;
    },
    dir,
    at: dir.at,
    write: (path, content) => {
      mkdirSync(dirname(dir.at(path)), { recursive: true });
      writeFileSync(dir.at(path), content);
      return dir.at(path);
    },
    ask: (verb, input) => ask(app, verb, input),
    refused: async (verb, input) => (await failure(app, verb, input)).code,
    restart: async () => {
      await app.stop();
      app = await start({ samples: false, ...machine });
    },
  };
}

/** A small complete PDF with some content of its own. */
export function pdf(content: string): string {
  return `%PDF-1.4\n% ${content}\n%%EOF\n`;
}
