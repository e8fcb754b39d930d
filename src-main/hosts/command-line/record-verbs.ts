import { type Command, InvalidArgumentError } from 'commander';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { showAudit } from './audit.ts';
import type { Terminal } from './terminal.ts';

const LIMIT_AT_MOST = 100_000;

const collect = (value: string, earlier: string[] = []) => [...earlier, value];

function limitOf(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_AT_MOST)
    throw new InvalidArgumentError(`it is a number from 1 to ${LIMIT_AT_MOST}.`);
  return limit;
}

/** Adds the verbs that tell what was done here: the audit, and what support needs. */
export function addRecordVerbs(
  program: Command,
  within: (command: Command) => { readonly terminal: Terminal; readonly choice: StationChoice },
  exit: (code: 0 | 1) => void,
): void {
  program
    .command('audit')
    .description('who saw, sent, changed and exported what')
    .option('--since <day>', 'from this day (2026-01-31) or time on')
    .option('--until <day>', 'up to this day or time')
    .option('--actor <account>', 'only of this account (may be repeated)', collect)
    .option('--action <action>', 'only of this kind, such as task.viewed (may be repeated)', collect)
    .option('--about <id>', 'only about this Task, submission, folder or list, or a part of its id')
    .option('--limit <number>', 'how many, the newest (default: 100)', limitOf)
    .option('--verify', 'whether the whole record is what was written')
    .option('--export <file>', 'write it into a new file: CSV where the name ends in .csv, else JSON lines')
    .action(async (options, command: Command) => {
      const { terminal, choice } = within(command);
      const code = await showAudit(terminal, choice, {
        since: options.since ?? null,
        until: options.until ?? null,
        actor: options.actor ?? [],
        action: options.action ?? [],
        about: options.about ?? '',
        limit: options.limit ?? 100,
        verify: options.verify === true,
        export: options.export ?? null,
      });
      exit(code);
    });
  program
    .command('support')
    .description(
      'what support needs to help: versions, faults, settings, counts and the log; no patient data',
    )
    .option('--save <file>', 'also write it into a new file')
    .action(async (options, command: Command) => {
      const { terminal, choice } = within(command);
      const { makeSupport } = await import('./support.ts');
      await makeSupport(terminal, choice, { save: options.save ?? null });
    });
}
