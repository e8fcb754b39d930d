import { expect, test } from 'vitest';
import { z } from 'zod';
import { createOwnAnswers, plainName } from '../../../../src-main/hosts/desktop/page-channel.ts';
import { appBench } from '../app/support/app-bench.ts';

const MORE_THAN_A_DROP_HOLDS = 10_001;
const refusalSchema = z.object({
  ok: z.literal(false),
  error: z.object({ code: z.string(), message: z.string() }),
});

test.each(['within one folder', 'one by one'])(
  'more files than a drop holds, dropped %s, are refused in words that name the limit, and the drop stays open',
  async (how) => {
    const bench = await appBench();
    const numbers = Array.from({ length: MORE_THAN_A_DROP_HOLDS }, (_, index) => index);
    const places = numbers.map((index) => bench.write(`many/${index}.txt`, ''));
    const own = createOwnAnswers({
      app: bench.app,
      caller: { actor: 'anna' },
      dialogs: {
        chooseFolder: async () => null,
        isChosen: (path) => path === bench.at('many'),
        chooseTarget: async () => null,
      },
      downloads: () => bench.at(''),
      writeClipboard: () => undefined,
    });
    const { id } = await bench.ask('drops.open', {});
    const given =
      how === 'one by one' ? { files: places, folders: [] } : { files: [], folders: [bench.at('many')] };
    const { error } = refusalSchema.parse(
      await own['desktop.add-files']({ drop: id, folders: given.folders }, given.files),
    );
    expect(error.code).toBe('drop.too-many-files');
    expect(error.message).toContain('10,000 files');
    expect(await bench.ask('drops.get', { drop: id })).toMatchObject({ files: [], reading: false });
    await bench.ask('drops.add-paths', { drop: id, paths: [places[0] ?? ''] });
    expect((await bench.ask('drops.get', { drop: id })).files).toHaveLength(1);
  },
);

test.each([
  ['../../CON', '_.._CON'],
  ['con', '_con'],
  ['NUL.pdf', '_NUL.pdf'],
  ['com1 .txt', '_com1 .txt'],
  ['Console.pdf', 'Console.pdf'],
  ['letter.pdf. ', 'letter.pdf'],
  [' . ', 'document'],
])('the service cannot name a device or another folder of Windows with %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});
