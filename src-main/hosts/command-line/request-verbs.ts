import type { Command } from 'commander';
import type { EngineRequest } from '../../core/ledger/tables/engine-requests.ts';
import { UsageError } from './failure.ts';
import { backlogRequest, fileRequest } from './requests.ts';

/** Adds the verbs by which a person decides and intervenes; each becomes one request to the engine. */
export function addRequestVerbs(
  program: Command,
  ask: (command: Command, asked: EngineRequest) => Promise<void>,
): void {
  program
    .command('backlog <folder> <decision>')
    .description(
      'decide about files that were in the folder before it was set up: "send", "skip", or a date such as 2026-01-31 (send files of that day and newer files)',
    )
    .action((folder: string, words: string, _options, command: Command) =>
      ask(command, backlogRequest(folder, words)),
    );
  program
    .command('decide <file> <decision>')
    .description(
      'decide about a held or duplicate file (see its number in "files"): "send", "leave-out", "send-anyway" (for a duplicate), or "answer:TASK" to add the file to a waiting Task',
    )
    .action((file: string, words: string, _options, command: Command) =>
      ask(command, fileRequest(file, words)),
    );
  program
    .command('retry [submission]')
    .description('retry one submission, or all that wait or were rejected')
    .option('--task-type <type>', 'retry with this task type, if the service rejected the task type')
    .action((id: string | undefined, options: { taskType?: string }, command: Command) => {
      if (id !== undefined) return ask(command, { verb: 'retry', submission: id, ...options });
      if (options.taskType === undefined) return ask(command, { verb: 'retry-all' });
      throw new UsageError('Use --task-type with one submission: retry SUBMISSION --task-type TYPE.');
    });
  program
    .command('withdraw <submission>')
    .description(
      'withdraw a submission that was not sent yet, or close a rejected submission; "outbox" shows whether it may already be a Task',
    )
    .action((id: string, _options, command: Command) => ask(command, { verb: 'withdraw', submission: id }));
  program
    .command('send-again <submission>')
    .description('send an unconfirmed submission again, although this can make a second Task')
    .action((id: string, _options, command: Command) => ask(command, { verb: 'send-again', submission: id }));
  program
    .command('rescan [folder]')
    .description('refresh one folder, or all folders')
    .action((folder: string | undefined, _options, command: Command) =>
      ask(command, { verb: 'rescan', folder: folder ?? null }),
    );
  program
    .command('no-other-station <folder>')
    .description(
      'confirm that no other station uses a folder that is read-only or was left by another station; this station then sends its documents',
    )
    .action((folder: string, _options, command: Command) =>
      ask(command, { verb: 'no-other-station', folder }),
    );
  program
    .command('pause <folder>')
    .description('pause a folder: send nothing from it for now')
    .action((folder: string, _options, command: Command) => ask(command, { verb: 'pause', folder }));
  program
    .command('resume <folder>')
    .description('resume a paused folder')
    .action((folder: string, _options, command: Command) => ask(command, { verb: 'resume', folder }));
}
