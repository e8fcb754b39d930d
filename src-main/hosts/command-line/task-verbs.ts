import { type Command, InvalidArgumentError } from 'commander';
import { LONGEST_NAME, LONGEST_NOTE, LONGEST_REFERENCE } from '../../contract/characters.ts';
import { say } from '../../contract/say.ts';
import type { EditRequest } from '../../core/answering/compose-answer.ts';
import type { Deed } from '../../core/answering/handle-task.ts';
import { said, t } from '../language.ts';
import { collect, jsonObject, textOf } from './argument-values.ts';
import { localDay, withTaskFilters } from './task-filters.ts';
import type { VerbContext } from './terminal.ts';
import { showRaw, showTask, showTasks, showText } from './verbs/lists.ts';
import { changeHandling, newNote } from './verbs/tasks/handling.ts';

const ANY_TYPE = say('send also files that are no documents, such as programs and archives');
const INCOMPLETE = say('send also files whose end is missing');
const IN_CALLBACK = { uuid: '{uuid}', reference: '{external_id}' };

/** The function that carries out a verb. If the function returns a number, the number is the exit code. */
export type Verb<A extends unknown[]> = (context: VerbContext, ...given: A) => unknown;

interface VerbActions {
  run<A extends unknown[]>(verb: Verb<A>): (this: Command, ...given: A) => Promise<void>;
  /** As `run`, for a verb whose module is imported only when the verb runs. */
  load<A extends unknown[]>(verb: () => Promise<Verb<A>>): (this: Command, ...given: A) => Promise<void>;
}

/** Adds to `program` the verbs that send documents and the verbs about a single Task. */
export function addTaskVerbs(program: Command, { run, load }: VerbActions): void {
  program
    .command('submit [paths...]')
    .description(t('send files and folders, typed text, or data'))
    .requiredOption('--task-type <type>', t('a task type of your organization'))
    .option('--together', t('send all files as one Task'))
    .option('--any-type', said(ANY_TYPE))
    .option('--incomplete', said(INCOMPLETE))
    .option('--wait', t('wait until each Task is decided or waits for an answer'))
    .option('--name <name>', t('the name of the Task'))
    .option('--request-spec <json>', t('request details for this task type, as a JSON object'), jsonObject)
    .option('--external-id <id>', t('the reference (external_id) of the Task, without patient data'))
    .option(
      '--callback <url>',
      t(
        'the address that the service calls when the Task ends, with {uuid} or {reference}. Clearfolder sets --external-id after the service has confirmed the Task; a call before then has an id of Clearfolder as {reference}',
        IN_CALLBACK,
      ),
    )
    .option('--text <text>', t('a text to send as a document'))
    .addHelpText(
      'after',
      `  ${t('--data <json>  a JSON object to send as a document: \'{"member_id": "..."}\'')}`,
    )
    .action(load(async () => (await import('./verbs/tasks/send.ts')).submitFiles));
  program
    .command('answer <task>')
    .description(t('send documents or data to a waiting Task'))
    .option('--file <path>', t('a document to send (repeat for more documents)'), collect)
    .option('--any-type', said(ANY_TYPE))
    .option('--incomplete', said(INCOMPLETE))
    .addHelpText(
      'after',
      `  ${t('--data <json>  the values to send, as a JSON object: \'{"member_id": "..."}\'')}`,
    )
    .action(load(async () => (await import('./verbs/tasks/send.ts')).answerTask));
  program
    .command('correct <task> [paths...]')
    .description(
      t(
        'send a Task that was not approved again, as a new Task: with its documents, without those of --leave-out, and with the given files',
      ),
    )
    .requiredOption('--what <text>', t('what has changed, in your words'))
    .option('--leave-out <item>', t('a document to leave out: its id or name (repeat for more)'), collect)
    .option('--task-type <type>', t('another task type'))
    .option('--request-spec <json>', t('other request details, as a JSON object'), jsonObject)
    .option('--name <name>', t('the name of the new Task'))
    .option('--external-id <id>', t('the reference (external_id) of the new Task, without patient data'))
    .option(
      '--callback <url>',
      t(
        'the address that the service calls when the new Task ends, with {uuid} or {reference}. Clearfolder sets --external-id after the service has confirmed the Task; a call before then has an id of Clearfolder as {reference}',
        IN_CALLBACK,
      ),
    )
    .option('--text <text>', t('a text to send as a document'))
    .option('--any-type', said(ANY_TYPE))
    .option('--incomplete', said(INCOMPLETE))
    .option('--same-again', t('send although nothing has changed: this makes a second claim'))
    .option('--wait', t('wait until the new Task is decided or waits for an answer'))
    .addHelpText(
      'after',
      `  ${t('--data <json>  a JSON object to send as a document: \'{"member_id": "..."}\'')}`,
    )
    .action(load(async () => (await import('./verbs/tasks/correct.ts')).correctTask));
  withTaskFilters(program.command('tasks').description(t('list the Tasks'))).action(run(showTasks));
  program
    .command('task <id>')
    .description(
      t(
        'show all details of one Task; give its id, the beginning of its id, or its external_id; a Task that this station does not know is read from the service',
      ),
    )
    .action(run(showTask));
  const change = <A extends unknown[]>(payloadOf: (...given: A) => EditRequest['payload']) =>
    load<[string, ...A]>(async () => {
      const { changeTask } = await import('./verbs/tasks/send.ts');
      return (context, id, ...given) => changeTask(context, id, payloadOf(...given));
    });
  program
    .command('rename <task> <name>')
    .description(t('give a Task another name'))
    .action(change((name: string) => ({ kind: 'name', name: textOf(say('name'), LONGEST_NAME, name) })));
  program
    .command('clear <task>')
    .description(t('mark the follow-up of a Task as done'))
    .action(change(() => ({ kind: 'cleared', cleared: true })));
  program
    .command('unclear <task>')
    .description(t('reopen the follow-up of a Task'))
    .action(change(() => ({ kind: 'cleared', cleared: false })));
  program
    .command('external-id <task> <value>')
    .description(t('give a Task another reference (external_id), without patient data'))
    .action(
      change((value: string) => ({
        kind: 'external-id',
        externalId: textOf(say('reference'), LONGEST_REFERENCE, value),
      })),
    );
  program
    .command('note <task> <text>')
    .description(t('send a note to the log of a Task at the service, without patient data'))
    .action(
      change((text: string) => ({
        kind: 'event',
        event: 'note',
        extraData: { text: textOf(say('note'), LONGEST_NOTE, text) },
      })),
    );
  program
    .command('event <task> <name>')
    .description(
      t(
        'send an event of your own to the log of a Task at the service, without patient data: Clearfolder does not check the name or the data for patient data',
      ),
    )
    .addHelpText(
      'after',
      `  ${t('--data <json>  more about the event, as a JSON object: {example}', { example: `'{"desk": 2}'` })}`,
    )
    .action(load(async () => (await import('./verbs/tasks/send.ts')).sendEvent));
  const handle = <A extends unknown[]>(deedOf: (...given: A) => Deed) =>
    run<[string, ...A]>((context, id, ...given) => changeHandling(context, id, deedOf(...given)));
  program
    .command('staff-note <task> <text>')
    .description(t('add a note about a Task for the staff of this station only; the service never gets it'))
    .action(handle((text: string) => newNote(textOf(say('note'), LONGEST_NOTE, text))));
  program
    .command('assign <task> <name>')
    .description(t('name the person who looks after a Task'))
    .action(handle((name: string) => ({ kind: 'assign', to: textOf(say('name'), 100, name) })));
  program
    .command('unassign <task>')
    .description(t('remove the name of the person who looks after a Task'))
    .action(handle(() => ({ kind: 'assign', to: null })));
  program
    .command('set-aside <task>')
    .argument('<day>', t('the day on which the Task comes back (2026-01-31)'), localDay)
    .description(t('set a waiting Task aside until a day'))
    .action(handle((until: string) => ({ kind: 'set-aside', until })));
  program
    .command('give-up <task> <reason>')
    .description(t('leave a waiting Task out of the waiting Tasks, because nobody will answer it'))
    .action(handle((reason: string) => ({ kind: 'give-up', reason: textOf(say('reason'), 500, reason) })));
  program
    .command('take-back <task>')
    .description(t('put a Task that was set aside or given up back among the waiting Tasks'))
    .action(handle(() => ({ kind: 'take-back' })));
  program
    .command('twin <task>')
    .argument('<decision>', t('what the Task is: superfluous, or wanted'), twinDecision)
    .description(
      t('decide about a Task that the service made twice: this Task is superfluous, or both are wanted'),
    )
    .action(
      handle((decision: 'superfluous' | 'wanted') => ({
        kind: 'twin',
        superfluous: decision === 'superfluous',
      })),
    );
  program
    .command('text <task>')
    .description(t('show what the service read in the documents of a Task'))
    .action(run(showText));
  program
    .command('save <task> <item> <file>')
    .description(
      t('save a document of a Task; give the id of the document, the beginning of its id, or its name'),
    )
    .action(load(async () => (await import('./verbs/tasks/save.ts')).saveDocument));
  program
    .command('receipt <task>')
    .description(t('show what this station sent for a Task: documents with size and hash, and when'))
    .action(load(async () => (await import('./verbs/numbers.ts')).showReceipt));
  program
    .command('raw <task>')
    .description(t('show the newest answer of the service about a Task, as JSON'))
    .action(run(showRaw));
}

function twinDecision(text: string): 'superfluous' | 'wanted' {
  if (text === 'superfluous' || text === 'wanted') return text;
  throw new InvalidArgumentError(t('the decision must be superfluous or wanted.'));
}
