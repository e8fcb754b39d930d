import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { appendAudit } from '../../../core/audit/audit.ts';
import { systemClock } from '../../../core/clock.ts';
import { actor } from '../../../core/installation/actor.ts';
import { checkRights } from '../../headless/doctor/folder-rights.ts';
import { supportText } from '../../headless/doctor/support-bundle.ts';
import { checkSystem } from '../../headless/doctor/system-check.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { said, t } from '../../language.ts';
import { writeNewFile } from '../new-file.ts';
import { type StationContext, show } from '../terminal.ts';

/** `doctor`: checks the system and prints advice for each problem. Returns the exit code, which is 1 if a check finds a problem. */
export async function runDoctor({ terminal, choice }: StationContext): Promise<0 | 1> {
  const findings = await checkSystem(
    choice,
    'command-line',
    process.platform === 'win32' ? checkRights : null,
  );
  show(
    terminal,
    findings.map(({ said: _, ...english }) => english),
    () =>
      findings.flatMap(({ ok, said: { what, words, next } }) => [
        `${ok ? 'ok   ' : t('terminal.fault')} ${said(what)}: ${said(words)}`,
        ...(ok ? [] : [`      ${t('common.whatToDo1', { next })}`]),
      ]),
  );
  return findings.every((finding) => finding.ok) ? 0 : 1;
}

/** `support`: prints the text of a support bundle. With `save`, also writes the text into a new file. */
export async function makeSupport(
  { terminal, choice }: StationContext,
  { save }: { readonly save?: string },
): Promise<void> {
  const text = await supportText(choice, `Node ${process.version}, command line`);
  await withLedger(choice, 'reader', (ledger) => {
    const at = systemClock.now();
    appendAudit(ledger, { at, actor: actor(), action: 'support.made', subject: null });
  }).catch(() => undefined);
  const lines = text.trimEnd().split('\n');
  if (save === undefined) {
    show(terminal, { text }, () => lines);
    return;
  }
  const file = resolve(save);
  await writeNewFile(file, Readable.from([text]));
  show(terminal, { file, text }, () => [...lines, '', t('terminal.fileContainsExactlyText', { file })]);
}
