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

const ANY_TYPE = say('commands.sendFilesNoDocuments');
const INCOMPLETE = say('commands.sendFilesEndMissing');
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
    .description(t('commands.sendFilesFolders'))
    .requiredOption('--task-type <type>', t('commands.taskTypeOrganization'))
    .option('--together', t('commands.sendAllFilesTask'))
    .option('--any-type', said(ANY_TYPE))
    .option('--incomplete', said(INCOMPLETE))
    .option('--wait', t('commands.waitUntilEachTask'))
    .option('--name <name>', t('commands.nameTask'))
    .option('--request-spec <json>', t('commands.requestDetailsTaskType'), jsonObject)
    .option('--external-id <id>', t('commands.referenceExternalIdTask'))
    .option('--callback <url>', t('commands.addressServiceCallsTask', IN_CALLBACK))
    .option('--text <text>', t('commands.textSendDocument'))
    .addHelpText('after', `  ${t('commands.dataJsonObjectSend')}`)
    .action(load(async () => (await import('./verbs/tasks/send.ts')).submitFiles));
  program
    .command('answer <task>')
    .description(t('commands.sendDocumentsDataWaiting'))
    .option('--file <path>', t('commands.documentSendRepeatDocuments'), collect)
    .option('--any-type', said(ANY_TYPE))
    .option('--incomplete', said(INCOMPLETE))
    .addHelpText('after', `  ${t('commands.dataValuesSend')}`)
    .action(load(async () => (await import('./verbs/tasks/send.ts')).answerTask));
  program
    .command('correct <task> [paths...]')
    .description(t('commands.sendTaskNotApproved'))
    .requiredOption('--what <text>', t('commands.whatChanged'))
    .option('--leave-out <item>', t('commands.documentLeave'), collect)
    .option('--task-type <type>', t('commands.anotherTaskType'))
    .option('--request-spec <json>', t('commands.requestDetails'), jsonObject)
    .option('--name <name>', t('commands.nameNewTask'))
    .option('--external-id <id>', t('commands.referenceExternalIdNew'))
    .option('--callback <url>', t('commands.addressServiceCallsNew', IN_CALLBACK))
    .option('--text <text>', t('commands.textSendDocument'))
    .option('--any-type', said(ANY_TYPE))
    .option('--incomplete', said(INCOMPLETE))
    .option('--same-again', t('commands.sendAlthoughNothingChanged'))
    .option('--wait', t('commands.waitUntilNewTask'))
    .addHelpText('after', `  ${t('commands.dataJsonObjectSend')}`)
    .action(load(async () => (await import('./verbs/tasks/correct.ts')).correctTask));
  withTaskFilters(program.command('tasks').description(t('commands.listTasks'))).action(run(showTasks));
  program.command('task <id>').description(t('commands.showAllDetailsTask')).action(run(showTask));
  const change = <A extends unknown[]>(payloadOf: (...given: A) => EditRequest['payload']) =>
    load<[string, ...A]>(async () => {
      const { changeTask } = await import('./verbs/tasks/send.ts');
      return (context, id, ...given) => changeTask(context, id, payloadOf(...given));
    });
  program
    .command('rename <task> <name>')
    .description(t('commands.giveTaskAnotherName'))
    .action(
      change((name: string) => ({ kind: 'name', name: textOf(say('commands.name'), LONGEST_NAME, name) })),
    );
  program
    .command('clear <task>')
    .description(t('commands.markFollowTaskDone'))
    .action(change(() => ({ kind: 'cleared', cleared: true })));
  program
    .command('unclear <task>')
    .description(t('commands.reopenFollowTask'))
    .action(change(() => ({ kind: 'cleared', cleared: false })));
  program
    .command('external-id <task> <value>')
    .description(t('commands.giveTaskAnotherReference'))
    .action(
      change((value: string) => ({
        kind: 'external-id',
        externalId: textOf(say('commands.reference'), LONGEST_REFERENCE, value),
      })),
    );
  program
    .command('note <task> <text>')
    .description(t('commands.sendNoteLogTask'))
    .action(
      change((text: string) => ({
        kind: 'event',
        event: 'note',
        extraData: { text: textOf(say('commands.note'), LONGEST_NOTE, text) },
      })),
    );
  program
    .command('event <task> <name>')
    .description(t('commands.sendEventLogTask'))
    .addHelpText('after', `  ${t('commands.dataAboutEvent', { example: `'{"desk": 2}'` })}`)
    .action(load(async () => (await import('./verbs/tasks/send.ts')).sendEvent));
  const handle = <A extends unknown[]>(deedOf: (...given: A) => Deed) =>
    run<[string, ...A]>((context, id, ...given) => changeHandling(context, id, deedOf(...given)));
  program
    .command('staff-note <task> <text>')
    .description(t('commands.addNoteAboutTask'))
    .action(handle((text: string) => newNote(textOf(say('commands.note'), LONGEST_NOTE, text))));
  program
    .command('assign <task> <name>')
    .description(t('commands.namePersonLooksAfter'))
    .action(handle((name: string) => ({ kind: 'assign', to: textOf(say('commands.name'), 100, name) })));
  program
    .command('unassign <task>')
    .description(t('commands.removeNamePersonLooks'))
    .action(handle(() => ({ kind: 'assign', to: null })));
  program
    .command('set-aside <task>')
    .argument('<day>', t('commands.dayTaskComesBack'), localDay)
    .description(t('commands.setWaitingTaskAside'))
    .action(handle((until: string) => ({ kind: 'set-aside', until })));
  program
    .command('give-up <task> <reason>')
    .description(t('commands.leaveWaitingTaskWaiting'))
    .action(
      handle((reason: string) => ({ kind: 'give-up', reason: textOf(say('commands.reason'), 500, reason) })),
    );
  program
    .command('take-back <task>')
    .description(t('commands.putTaskSetAside'))
    .action(handle(() => ({ kind: 'take-back' })));
  program
    .command('twin <task>')
    .argument('<decision>', t('terminal.whatTask'), twinDecision)
    .description(t('terminal.decideAboutTaskService'))
    .action(
      handle((decision: 'superfluous' | 'wanted') => ({
        kind: 'twin',
        superfluous: decision === 'superfluous',
      })),
    );
  program.command('text <task>').description(t('commands.showWhatServiceRead')).action(run(showText));
  program
    .command('save <task> <item> <file>')
    .description(t('commands.saveDocumentTask'))
    .action(load(async () => (await import('./verbs/tasks/save.ts')).saveDocument));
  program
    .command('receipt <task>')
    .description(t('commands.showWhatStationSent'))
    .action(load(async () => (await import('./verbs/numbers.ts')).showReceipt));
  program.command('raw <task>').description(t('commands.showNewestAnswerService')).action(run(showRaw));
}

function twinDecision(text: string): 'superfluous' | 'wanted' {
  if (text === 'superfluous' || text === 'wanted') return text;
  throw new InvalidArgumentError(t('terminal.decisionSuperfluousWanted'));
}
