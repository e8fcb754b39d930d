import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type FolderRule, folderRuleSchema } from '../../../../../src-main/contract/settings.ts';
import type { VerbInput, VerbName } from '../../../../../src-main/contract/verbs/index.ts';
import { appPlace, type Machine } from './app-place.ts';
import { ask, refused } from './ask.ts';

export type AppBench = Awaited<ReturnType<typeof appBench>>;

/** The whole program behind a window, in practice mode and without samples, on a data folder of its own. */
export async function appBench(settings: Record<string, unknown> = {}, machine: Machine = {}) {
  const { dir, start, writeSettings } = appPlace();
  writeSettings({ environment: 'practice', ...settings });
  let app = await start({ samples: false, ...machine });
  const rule = (name: string, more: Partial<FolderRule> = {}) => {
    mkdirSync(dir.at(name), { recursive: true });
    const quick = { quietSeconds: 0.1, groupQuietSeconds: 0.1, backlog: 'send' };
    return folderRuleSchema.parse({
      id: name,
      path: dir.at(name),
      taskType: 'prior-auth',
      ...quick,
      ...more,
    });
  };
  return {
    get app() {
      return app;
    },
    dir,
    /** A path beside the data folder. */
    at: dir.at,
    /** Writes a file beside the data folder, with the folders above it; gives its path. */
    write: (path: string, content: string) => {
      mkdirSync(dirname(dir.at(path)), { recursive: true });
      writeFileSync(dir.at(path), content);
      return dir.at(path);
    },
    /** A quick rule for a folder beside the data folder, which is made; the rule sends what lies there. */
    rule,
    /** Watches such a folder. */
    watch: (name: string, more: Partial<FolderRule> = {}) =>
      ask(app, 'folders.save', { rule: rule(name, more), replaces: null }),
    ask: <N extends VerbName>(verb: N, input: VerbInput<N>) => ask(app, verb, input),
    refused: <N extends VerbName>(verb: N, input: VerbInput<N>) => refused(app, verb, input),
    /** Stops the app and starts another on the same data folder. */
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
