import { type Command, InvalidArgumentError } from 'commander';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { showAudit } from './audit.ts';
import type { Terminal } from './terminal.ts';

const LIMIT_AT_MOST = 100_000;

const collect = (value: string, earlier: string[] = []) => [...earlier, value];

function limitOf(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_AT_MOST)
    throw new InvalidArgumentError(`the limit must be a number from 1 to ${LIMIT_AT_MOST}.`);
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
    .description('show the audit record: who viewed, sent, changed or exported what')
    .option('--since <day>', 'show entries from this day (2026-01-31) or time on')
    .option('--until <day>', 'show entries up to this day or time')
    .option('--actor <account>', 'show only entries of this account (repeat for more)', collect)
    .option('--action <action>', 'show only this action, such as task.viewed (repeat for more)', collect)
    .option(
      '--about <id>',
      'show only entries about this Task, submission, folder or list (its id or a part of it)',
    )
    .option('--limit <number>', 'show this many of the newest entries (default: 100)', limitOf)
    .option('--verify', 'check that the audit record is complete and unchanged')
    .option('--export <file>', 'export to a new file: CSV if the name ends in .csv, otherwise JSON Lines')
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
      'show a support bundle: versions, errors, settings, counts and the log, without patient data',
    )
    .option('--save <file>', 'also save the support bundle as a new file')
    .action(async (options, command: Command) => {
      const { terminal, choice } = within(command);
      const { makeSupport } = await import('./support.ts');
      await makeSupport(terminal, choice, { save: options.save ?? null });
    });
}
