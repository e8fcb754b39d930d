import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { settingsSchema } from '../../../../src-main/contract/settings.ts';
import { ANSWER_DATA, DESK_FILES as FILES, NO_CREATES, PIN } from '../scene-files.ts';
import { createActs, createLooks, type PersonParts } from './acts.ts';
import { createCommand } from './command.ts';

const secretsSchema = z.object({ entries: z.record(z.string(), z.string()) });

const hasSecret = (file: string) =>
  Object.keys(secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).entries).some((name) =>
    name.startsWith('api_secret:'),
  );

export type Desk = ReturnType<typeof createDesk>;

export function createDesk(parts: PersonParts) {
  const { root, apiSecret, beside } = parts;
  const acts = createActs(parts, PIN);
  const looks = createLooks(parts);
  const { has, value, given } = looks;
  const { verb, until, withDrop } = acts;
  const givenFile = (name: string) => join(root, 'given', name);
  const send = async (file: string, taskType: string, spec: object, duplicates = false): Promise<void> => {
    const work = { grouping: 'each', task_type: taskType, request_spec: spec, name: null, duplicates };
    await withDrop(null, givenFile(file), (drop) => verb('drops.send', { drop, ...work }), duplicates);
  };
  return {
    ...parts,
    ...acts,
    ...looks,
    command: createCommand(parts, {}),
    audited: (action: string, detail = '') =>
      has(`SELECT 1 FROM audit WHERE action LIKE '${action}' AND detail LIKE '%${detail}%'`),
    fileIn: (folder: string, state: string, path = '%') =>
      value(
        `SELECT CAST(id AS TEXT) AS value FROM file WHERE folder_id = '${folder}' AND state = '${state}' AND path LIKE '${path}' AND current = 1 ORDER BY path`,
      ),
    decide: (file: string | null, decision: unknown) =>
      verb('files.decide', { file: Number(file), decision }),
    /** Puts a file into a folder where no file has the name yet. */
    put: (name: string, folder: string, as = name): void =>
      beside(() => {
        const target = join(root, folder, as);
        if (!existsSync(target)) writeFileSync(target, readFileSync(givenFile(name)));
      }),
    drop: (file: string, taskType: string, spec: object) =>
      until(
        () => given(file),
        () => send(file, taskType, spec),
      ),
    send,
    answer: (task: string): Promise<void> =>
      withDrop(task, givenFile(FILES.answer), (drop) =>
        verb('answers.send', { task, drop, data: ANSWER_DATA }),
      ),
    /** Whether the service still refuses the connection of each create. */
    isClosed: () => beside(() => existsSync(join(root, NO_CREATES))),
    openCreates: () => beside(() => rmSync(join(root, NO_CREATES), { force: true })),
    /** Sets the api_secret until the store has the secret: the audit entry comes before the change. */
    setSecret: () =>
      until(
        () => beside(() => hasSecret(join(root, 'secrets.json'))),
        () => verb('secret.set', { api_secret: apiSecret }),
      ),
    settings: () =>
      beside(() => settingsSchema.parse(JSON.parse(readFileSync(join(root, 'settings.json'), 'utf8')))),
  };
}
