import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, it } from 'vitest';
import { filePattern } from '../../../../../src-main/contract/settings.ts';
import { createGlob } from '../../../../../src-main/core/folders/scan/selection.ts';

const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('a', 'b', 'B', 'ä', 'ß', 'Σ', '.', '-', ' ', ',', '}', ']', '(1)', '+', '$'),
  },
  { weight: 4, arbitrary: fc.constantFrom('*', '?', '/', '/**/', '**/', '/**') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('[ab]', '[a-c]', '[^a]', '[^a-b]', '[1]', '[b', '\\*', '\\[', '\\{', '{a}'),
  },
  { weight: 2, arbitrary: fc.constantFrom('{a,b}', '{a*,?b}', '{a/b,c}', 'a{,b}', '{a,{b,c*}}', '{[ab],c}') },
);
const pattern = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join(''))
  .filter((text) => !text.includes('//') && filePattern.safeParse(text).success);
const letters = fc.constantFrom(...'aAbBcäÄßΣς1.-_ ,*?[]{}()+$\n');
const segment = fc
  .string({ unit: letters, minLength: 1, maxLength: 6 })
  .filter((text) => !text.startsWith('.'));
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));

it('a file pattern takes what picomatch takes', () => {
  fc.assert(
    fc.property(pattern, fc.array(path, { minLength: 1, maxLength: 30 }), (glob, paths) => {
      // Here these stand for themselves; picomatch takes some as a regular expression would.
      const asked = picomatch(glob.replace(/[+()$]/g, '\\$&'), {
        dot: true,
        nocase: true,
        flags: 'is',
        windows: false,
      });
      const matches = createGlob(glob);
      for (const each of paths) expect([each, matches(each)]).toEqual([each, asked(each)]);
    }),
    { numRuns: Number(process.env['GLOB_RUNS'] ?? 1_000) },
  );
});
