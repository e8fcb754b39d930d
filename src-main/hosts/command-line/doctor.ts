import type { StationChoice } from '../../core/installation/open-station.ts';
import { checkSystem } from '../headless/doctor/system-check.ts';
import { show, type Terminal } from './terminal.ts';

/** `doctor`: looks at everything that must work, and says of each what to do. Gives the exit code. */
export async function runDoctor(terminal: Terminal, choice: StationChoice): Promise<0 | 1> {
  const findings = await checkSystem(choice, 'command-line');
  show(terminal, findings, () =>
    findings.flatMap(({ ok, what, words, next }) => [
      `${ok ? 'ok   ' : 'FAULT'} ${what}: ${words}`,
      ...(ok ? [] : [`      What to do: ${next}`]),
    ]),
  );
  return findings.every((finding) => finding.ok) ? 0 : 1;
}
