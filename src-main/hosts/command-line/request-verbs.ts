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
      'about files that were there before the folder was set up: "send", "skip", or a date such as 2026-01-31 (that day and newer are sent)',
    )
    .action((folder: string, words: string, _options, command: Command) =>
      ask(command, backlogRequest(folder, words)),
    );
  program
    .command('decide <file> <decision>')
    .description(
      'about a held or duplicate file (its number is in "files"): "send", "leave-out", "send-anyway" (a duplicate), or "answer:TASK" to give it to a waiting Task',
    )
    .action((file: string, words: string, _options, command: Command) =>
      ask(command, fileRequest(file, words)),
    );
  program
    .command('retry [submission]')
    .description('try a submission again now, or all that wait or were refused')
    .option('--task-type <type>', 'as this task type, where the service refused the one it had')
    .action((id: string | undefined, options: { taskType?: string }, command: Command) => {
      if (id !== undefined) return ask(command, { verb: 'retry', submission: id, ...options });
      if (options.taskType === undefined) return ask(command, { verb: 'retry-all' });
      throw new UsageError('--task-type goes with one submission: retry SUBMISSION --task-type TYPE.');
    });
  program
    .command('withdraw <submission>')
    .description(
      'do not send a submission that was not sent yet, or close one that was refused; "outbox" says where it may be a Task all the same',
    )
    .action((id: string, _options, command: Command) => ask(command, { verb: 'withdraw', submission: id }));
  program
    .command('send-again <submission>')
    .description(
      'send an unconfirmed submission again although it may have arrived: this can make a second Task',
    )
    .action((id: string, _options, command: Command) => ask(command, { verb: 'send-again', submission: id }));
  program
    .command('rescan [folder]')
    .description('look through a folder now, or through all')
    .action((folder: string | undefined, _options, command: Command) =>
      ask(command, { verb: 'rescan', folder: folder ?? null }),
    );
  program
    .command('no-other-station <folder>')
    .description(
      'say that no other station uses a folder that cannot be written to, or that another station left: its documents are sent from here then',
    )
    .action((folder: string, _options, command: Command) =>
      ask(command, { verb: 'no-other-station', folder }),
    );
  program
    .command('pause <folder>')
    .description('send nothing more of a folder for now')
    .action((folder: string, _options, command: Command) => ask(command, { verb: 'pause', folder }));
  program
    .command('resume <folder>')
    .description('send from a paused folder again')
    .action((folder: string, _options, command: Command) => ask(command, { verb: 'resume', folder }));
}
