import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verbatim } from '../../../../src-main/contract/say.ts';
import { PlainError } from '../../../../src-main/core/plain-error.ts';
import { runCommandLine } from '../../../../src-main/hosts/command-line/program.ts';
import { createTerminal, show } from '../../../../src-main/hosts/command-line/terminal.ts';
import { outcomeLines } from '../../../../src-main/hosts/command-line/verbs/tasks/task-lines.ts';
import { showStartError } from '../../../../src-main/hosts/desktop/dialogs.ts';
import { keepTitlePlain } from '../../../../src-main/hosts/desktop/main-window.ts';
import { supportText } from '../../../../src-main/hosts/headless/doctor/support-bundle.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { appBench, pdf } from '../app/support/app-bench.ts';
import { choiceOf } from '../app/support/app-place.ts';

const FORGED = '\n     7  accepted     forged.pdf\r\u001b[2K\u202e\u2028\u0085';
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A terminal, and the lines that a person sees on it. */
function watched(json = false) {
  let text = '';
  const take = (more: string) => {
    text += more;
  };
  return {
    terminal: createTerminal(json, take, take),
    take,
    lines: () => text.split('\n').slice(0, -1),
    text: () => text,
  };
}

test('whatever a line holds, it is one line, and nothing in it steers the terminal', () => {
  const line = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const seen = watched();
      show(seen.terminal, lines, () => lines);
      expect(seen.lines()).toHaveLength(lines.length);
      expect(seen.lines().some((each) => CONTROLS.test(each))).toBe(false);
      const json = watched(true);
      show(json.terminal, { lines }, () => []);
      expect(json.lines().some((each) => CONTROLS.test(each))).toBe(false);
      expect(JSON.parse(json.text())).toEqual({ lines });
    }),
  );
});

test('a file name that holds a line break forges no row of any verb, nor of an error', async () => {
  const bench = await appBench();
  bench.write(`watched/scan${FORGED}.pdf`, pdf('forger'));
  await bench.watch('watched');
  await until(async () => (await bench.ask('tasks.page', {})).rows.length > 0, {
    what: 'the Task of the file',
  });
  const where = ['--data', bench.at('data'), '--secrets', choiceOf(bench.dir).secrets];
  for (const verb of [['files'], ['outbox'], ['tasks'], ['folders'], ['audit'], ['task', FORGED], [FORGED]]) {
    const { take, lines } = watched();
    await runCommandLine([...verb, ...where], {
      env: {},
      stdin: process.stdin,
      out: take,
      outIsTerminal: false,
      err: take,
    });
    expect(lines().length, verb[0]).toBeGreaterThan(0);
    expect(
      lines().filter((line) => CONTROLS.test(line) || /^\s*7 {2}accepted/.test(line)),
      verb[0],
    ).toEqual([]);
  }
});

test('a folder whose name holds a line break forges no row of the support bundle', async () => {
  await using dir = await tempDir('support');
  const text = await supportText({ ...choiceOf(dir), data: dir.at(`of${FORGED}`) }, 'Node');
  expect(text.split('\n').filter((line) => CONTROLS.test(line) || line.startsWith('     7'))).toEqual([]);
  expect(text).toContain('\\u000a     7  accepted');
});

test('a Task of a hostile service forges no row', () => {
  const verdict = { code: FORGED, approved: false, conclusion: FORGED, reasons: [] };
  const { terminal, lines } = watched();
  const shown = outcomeLines({ status: FORGED, verdicts: [verdict], issues: [] });
  show(terminal, null, () => shown);
  expect(lines()).toHaveLength(shown.length);
  expect(lines().filter((line) => CONTROLS.test(line))).toEqual([]);
});

test('the words of a start that failed, and a title of a page, are shown in dialogs and windows as plain text', () => {
  const shown: string[] = [];
  const dialog = { showErrorBox: (_title: string, words: string) => void shown.push(words) };
  showStartError(dialog, new PlainError('settings.invalid', verbatim(`bad: ${FORGED}`), verbatim(FORGED)));
  expect(shown.join('').replaceAll('\n\n', '')).not.toMatch(CONTROLS);
  const titles: string[] = [];
  const window = Object.assign(new EventEmitter(), { setTitle: (title: string) => void titles.push(title) });
  keepTitlePlain(window);
  window.emit('page-title-updated', { preventDefault: () => undefined }, `Clearfolder ${FORGED}`, true);
  expect(titles).toHaveLength(1);
  expect(titles[0]).not.toMatch(CONTROLS);
});
