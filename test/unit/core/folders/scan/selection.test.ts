import { expect, it } from 'vitest';
import { createSelection } from '../../../../../src-main/core/folders/scan/selection.ts';

const NAMES = ['\nscan', 'scan\n', '\r\nscan', 'one\ntwo', '\u2028scan', 'scan\u2029'];

it.each(NAMES)('takes %j, and a file in a folder of that name, as any other', (name) => {
  const all = createSelection({ include: ['**/*'], exclude: [], answerFolders: false });
  const some = createSelection({
    include: ['IN/**/*.pdf'],
    exclude: ['**/old/**', '**/*draft*'],
    answerFolders: false,
  });
  for (const path of [`${name}.pdf`, `${name}/a.pdf`]) {
    expect(all(path)).toBeNull();
    expect(some(`in/${path}`)).toBeNull();
    expect(some(`in/old/${path}`)).toBe('excluded');
    expect(some(path)).toBe('not-included');
  }
  expect(some(`in/${name}draft.pdf`)).toBe('excluded');
});
