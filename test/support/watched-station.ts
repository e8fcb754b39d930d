import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { testStation } from './clearfolder.ts';
import { sha256Of } from './documents.ts';
import { pdfDocument } from './pdf-document.ts';
import { startServiceModel } from './service-model/start.ts';
import { tempDir } from './temp-dir.ts';
import { until } from './until.ts';

const filesSchema = z.array(
  z.object({
    id: z.number(),
    folder: z.string().nullable(),
    path: z.string(),
    state: z.string(),
    ignored_by: z.string().nullable(),
    problem: z.object({ code: z.string() }).nullable(),
  }),
);
export type FoundFile = z.infer<typeof filesSchema>[number];

/** A station of its own that watches one empty folder and sends to a service of its own, which completes every Task unless told. */
export async function watchedStation(
  rule: Record<string, unknown> = {},
  { mayReadAll = true, complete = true }: { mayReadAll?: boolean; complete?: boolean } = {},
) {
  const upstream = await startServiceModel({ complete, keepsFiles: true });
  const folder = await tempDir('watched');
  const settingsOf = (folders: readonly Record<string, unknown>[]) => ({
    environment: 'test',
    environments: { test: upstream.baseUrl },
    ...(complete ? {} : { tracking: { seconds: 0.5 } }),
    folders: folders.map((one) => ({
      id: 'in',
      path: folder.path,
      taskType: 'prior-auth',
      quietSeconds: 0.4,
      backlog: 'send',
      ...one,
    })),
  });
  const station = await testStation(settingsOf([rule]), {
    apiSecret: upstream.apiSecret,
    mayReadAll,
  });
  const files = async () => filesSchema.parse(await station.files());
  return {
    upstream,
    folder,
    station,
    files,
    /** Gives the station other folder rules, from its next start. */
    setRules: (...rules: Record<string, unknown>[]) =>
      writeFileSync(station.settingsFile, JSON.stringify(settingsOf(rules))),
    /** Writes a PDF about `about` (its own name if not given) at once; gives its sha256. */
    put: (name: string, about = name) => {
      const bytes = pdfDocument({ pages: [`about ${Buffer.from(about).toString('hex')}`] });
      mkdirSync(dirname(folder.at(name)), { recursive: true });
      writeFileSync(folder.at(name), bytes);
      return sha256Of(bytes);
    },
    /** Waits until every file that was found has come to rest, and there are this many Tasks. */
    rest: (creates: number, timeoutMs = 60_000) =>
      until(
        async () => {
          if (upstream.oracle.creates().length < creates) return null;
          const found = await files();
          const moving = ['settling', 'queued', 'sending', 'unconfirmed'];
          return found.some((file) => moving.includes(file.state)) ? null : found;
        },
        { timeoutMs, everyMs: 300, what: `${creates} Tasks, and rest` },
      ),
    [Symbol.asyncDispose]: async () => {
      await station[Symbol.asyncDispose]();
      await folder.remove();
      await upstream.close();
    },
  };
}
