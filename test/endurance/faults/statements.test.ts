import { expect, test } from 'vitest';
import { buildProgram } from './program.ts';
import { changesAmong, NOT_MET, writtenStatements } from './statements.ts';
import { runUnstruck } from './strikes.ts';

test('every statement that writes is met by a scene, or it is said why not', async () => {
  using program = await buildProgram();
  const ran: string[] = [];
  for (const name of ['front', 'desk'] as const) {
    const { statements } = await runUnstruck({ name, seed: 1, program, secrets: 'file' });
    ran.push(...changesAmong(statements));
  }
  const written = writtenStatements();
  expect(written.length).toBeGreaterThan(90);
  const unmet = written
    .filter((one) => !ran.some((text) => one.isOf(text)))
    .map(({ file, text }) => `${file}: ${text}`);
  const excused = NOT_MET.flatMap(({ which }) => which);
  const always = NOT_MET.flatMap(({ which, sometimes }) => (sometimes === true ? [] : which));
  expect({
    'met by no scene, and not among NOT_MET': unmet.filter(
      (one) => !excused.some((start) => one.startsWith(start)),
    ),
    'among NOT_MET, but met or gone': always.filter((start) => !unmet.some((one) => one.startsWith(start))),
    'run, but not found in the text of the program': ran.filter(
      (text) => !written.some((one) => one.isOf(text)),
    ),
  }).toEqual({
    'met by no scene, and not among NOT_MET': [],
    'among NOT_MET, but met or gone': [],
    'run, but not found in the text of the program': [],
  });
}, 600_000);
