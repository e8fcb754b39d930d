import { test as base } from 'vitest';
import { startStandIn } from '../../support/electron/desktop-program.ts';
import { tempDir } from '../../support/temp-dir.ts';

const ofTheFile = { scope: 'file' } as const;

/** A test that has the desktop program on the stand-in, with its page: one program for all tests of a file. */
export const test = base
  .extend('label', ofTheFile, () => 'desktop')
  .extend('dir', ofTheFile, async ({ label }, { onCleanup }) => {
    const dir = await tempDir(label);
    onCleanup(dir.remove);
    return dir;
  })
  .extend('program', ofTheFile, async ({ dir }, { onCleanup }) => {
    const program = await startStandIn({ data: dir.at('data'), home: dir.path });
    onCleanup(program.quit);
    return { ...program, page: await program.page() };
  })
  .extend('page', ofTheFile, ({ program }) => program.page);
