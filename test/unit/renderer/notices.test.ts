import { beforeEach, expect, it } from 'vitest';
import { say, sayFailure, useNotices } from '../../../src-renderer/state/notices.ts';

beforeEach(() => useNotices.setState({ notices: [] }));

const texts = () => useNotices.getState().notices.map(({ text }) => text);

it('a notice about success never pushes a failure away; the oldest of more than five of a kind goes', () => {
  sayFailure({ code: 'x', message: 'Broken.', next: 'Retry.' });
  for (let n = 1; n <= 7; n++) say(`done ${n}`);
  expect(texts()).toEqual(['Broken. Retry.', 'done 3', 'done 4', 'done 5', 'done 6', 'done 7']);
});
