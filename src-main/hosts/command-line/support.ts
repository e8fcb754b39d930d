import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { appendAudit } from '../../core/audit/audit.ts';
import { systemClock } from '../../core/clock.ts';
import { actor } from '../../core/installation/actor.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { supportText } from '../headless/doctor/support-bundle.ts';
import { notWritten } from './audit.ts';
import { withLedger } from './choice.ts';
import { show, type Terminal } from './terminal.ts';

/** `support`: shows all that a support bundle holds; with `save`, writes that very text into one file. */
export async function makeSupport(
  terminal: Terminal,
  choice: StationChoice,
  { save }: { readonly save: string | null },
): Promise<void> {
  const text = await supportText(choice, `Node ${process.version}, command line`);
  await withLedger(choice, 'reader', (ledger) => {
    const at = systemClock.now();
    appendAudit(ledger, { at, actor: actor(), action: 'support.made', subject: null });
  }).catch(() => undefined);
  if (save === null) {
    show(terminal, { text }, () => text.trimEnd().split('\n'));
    return;
  }
  const file = resolve(save);
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw notWritten(error);
  });
  show(terminal, { file, text }, () => [
    ...text.trimEnd().split('\n'),
    '',
    `The file ${file} contains exactly this text. Read the text before you share the file.`,
  ]);
}
