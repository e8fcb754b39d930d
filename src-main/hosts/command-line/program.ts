import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { givenObjectSchema } from '../../contract/json-object.ts';
import { LEDGER_CIPHERS } from '../../contract/ledger-cipher.ts';
import type { EditRequest } from '../../core/answering/compose-answer.ts';
import type { Deed } from '../../core/answering/handle-task.ts';
import type { EngineRequest } from '../../core/ledger/tables/engine-requests.ts';
import { type MetricsAddress, parseMetricsAddress } from '../headless/metrics/serve-metrics.ts';
import { VERSION } from '../version.ts';
import { type GlobalOptions, stationChoice } from './global-options.ts';
import { NO_PIN_VERBS, requirePin, resetLock, verbName } from './station-pin.ts';
import { localDay, withTaskFilters } from './task-filters.ts';
import { createTerminal, reportFailure, UsageError, type VerbContext } from './terminal.ts';
import { backUp, restore, rotateKey, setCopiesPassphrase } from './verbs/backup.ts';
import { changeHandling, newNote } from './verbs/handling.ts';
import { showFiles, showFolders, showOutbox, showRaw, showTask, showTasks, showText } from './verbs/lists.ts';
import { askEngine, backlogRequest, fileRequest, retryRequest, stopEngine } from './verbs/requests.ts';
import { checkSettings, showSettings, showSettingsSchema } from './verbs/settings.ts';
import { showStatus } from './verbs/status.ts';
import { addUser, listUsers, removeUser } from './verbs/users.ts';

export interface ProcessPorts {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly out: (text: string) => void;
  readonly outIsTerminal: boolean;
  readonly err: (text: string) => void;
}

const ANY_TYPE = 'send also files that are no documents, such as programs and archives';
const collect = (value: string, earlier: string[] = []) => [...earlier, value];

const wholeNumber = (name: string, least: number, most: number) => (text: string) => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new InvalidArgumentError(`the ${name} must be a whole number from ${least} to ${most}.`);
  return number;
};
function metricsAddress(text: string): MetricsAddress {
  const address = parseMetricsAddress(text);
  if (address === null)
    throw new InvalidArgumentError('the address must be PORT or HOST:PORT, such as 9464.');
  return address;
}
const portNumber = wholeNumber('port', 0, 65_535);

// Trims an argument. `name` is its name in errors. @throws UsageError if the text is empty or longer than `most` characters
function textOf(name: string, most: number, given: string): string {
  const text = given.trim();
  if (text.length >= 1 && text.length <= most) return text;
  throw new UsageError(`The ${name} must have 1 to ${most} characters. Nothing was changed.`);
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    return givenObjectSchema.parse(JSON.parse(text));
  } catch {
    throw new InvalidArgumentError('the value must be a JSON object without hundreds of nested levels.');
  }
}

/**
 * Runs the command line (docs/architecture.md 12). Resolves to the exit code: 0 done, 1 failed, 2 wrong usage; the verb `status` has more
 * codes. The code of a verb that sends or serves is loaded when the verb runs, so that verbs that only read start fast.
 */
export async function runCommandLine(
  args: readonly string[],
  { env, stdin, out, outIsTerminal, err }: ProcessPorts,
): Promise<number> {
  let exitCode = 0;
  const terminalOf = (options: GlobalOptions) =>
    createTerminal(options.json === true, out, err, outIsTerminal);
  const contextOf = (command: Command): VerbContext => {
    const options = command.optsWithGlobals<GlobalOptions>();
    return { terminal: terminalOf(options), choice: stationChoice(options, env), env, stdin };
  };
  type Verb<A extends unknown[]> = (context: VerbContext, ...given: A) => unknown;
  // Commander passes the arguments, the options and the `Command`. If the verb returns a number, the number is the exit code.
  const run = <A extends unknown[]>(verb: Verb<A>) =>
    async function (this: Command, ...given: A): Promise<void> {
      const code = await verb(contextOf(this), ...given);
      exitCode = typeof code === 'number' ? code : 0;
    };
  // Returns the Commander action of a verb whose code is loaded when the verb runs.
  const load = <A extends unknown[]>(verb: () => Promise<Verb<A>>) =>
    run<A>(async (context, ...given) => (await verb())(context, ...given));
  const ask = <A extends unknown[]>(requestOf: (...given: A) => EngineRequest) =>
    run<A>((context, ...given) => askEngine(context, requestOf(...given)));

  const program = new Command('clearfolder')
    .description('Sends hospital documents to the document-validation service and shows the results.')
    .version(VERSION, '--version', 'show the version')
    .option(
      '--data <dir>',
      "the data folder of the station (default: the operating system's usual place)",
      collect,
    )
    .option('--settings <file>', 'the settings file (default: settings.json in the data folder)')
    .option('--secrets <where>', 'where to keep secrets: keychain, or file:PATH')
    .option('--json', 'show results as JSON')
    .option('--pin', 'read the PIN from standard input, if the station is locked')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nThe default command is "open". In a source folder, use "npm start -- COMMAND" instead of "clearfolder COMMAND".\nExit codes: 0 done, 1 failed, 2 wrong usage.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: out,
      writeErr: err,
      // The error text may repeat what a person typed, so line breaks in the text are escaped. Only the suggestion of another verb ("Did
      // you mean ...") is on a line of its own.
      outputError: (text) =>
        createTerminal(false, out, err).err(text.trimEnd().split(/\n(?=\(Did you mean )/)),
    });
  program.hook('preAction', async (_program, command) => {
    const verb = verbName(command);
    if (NO_PIN_VERBS.has(verb)) return;
    const fromInput = command.optsWithGlobals<GlobalOptions>().pin === true;
    await requirePin(contextOf(command), { verb, fromInput });
  });

  program
    .command('open', { isDefault: true })
    .description(
      'open the app and show a summary on this terminal (practice mode, unless the settings name a service)',
    )
    .option('--browser', 'use the browser instead of the desktop app')
    .option('--no-launch', 'print the link without opening a window or browser')
    .option('--port <number>', 'the port for browsers (default: any free port)', portNumber)
    .argument('[verb...]')
    .action(load(async () => (await import('./open/open.ts')).openApp));
  program
    .command('run')
    .description('run without a window: watch folders, send documents and collect results until SIGTERM')
    .option('--app', 'serve the app to browsers of this account, for "open" and for the desktop app')
    .option(
      '--metrics <address>',
      'serve metrics for Prometheus, /healthz and /readyz at PORT (this computer only) or HOST:PORT',
      metricsAddress,
    )
    .action(load(async () => (await import('./verbs/run.ts')).runHeadless));
  program
    .command('stop')
    .description('stop the Clearfolder that runs on this data folder: open requests end first')
    .action(run(stopEngine));
  program
    .command('submit [paths...]')
    .description('send files and folders, typed text, or data')
    .requiredOption('--task-type <type>', 'a task type of your organization')
    .option('--together', 'send all files as one Task')
    .option('--any-type', ANY_TYPE)
    .option('--wait', 'wait until each Task is decided or waits for an answer')
    .option('--name <name>', 'the name of the Task')
    .option('--request-spec <json>', 'request details for this task type, as a JSON object', jsonObject)
    .option('--external-id <id>', 'the reference (external_id) of the Task, without patient data')
    .option(
      '--callback <url>',
      'the address that the service calls when the Task ends, with {uuid} or {external_id}',
    )
    .option('--text <text>', 'a text to send as a document')
    .addHelpText('after', `  --data <json>  a JSON object to send as a document: '{"member_id": "..."}'`)
    .action(load(async () => (await import('./verbs/send.ts')).submitFiles));
  program
    .command('answer <task>')
    .description('send documents or data to a waiting Task')
    .option('--file <path>', 'a document to send (repeat for more documents)', collect)
    .option('--any-type', ANY_TYPE)
    .addHelpText('after', `  --data <json>  the values to send, as a JSON object: '{"member_id": "..."}'`)
    .action(load(async () => (await import('./verbs/send.ts')).answerTask));
  program
    .command('correct <task> [paths...]')
    .description(
      'send a Task that was not approved again, as a new Task: with its documents, without those of --leave-out, and with the given files',
    )
    .requiredOption('--what <text>', 'what has changed, in your words')
    .option('--leave-out <item>', 'a document to leave out: its id or name (repeat for more)', collect)
    .option('--task-type <type>', 'another task type')
    .option('--request-spec <json>', 'other request details, as a JSON object', jsonObject)
    .option('--name <name>', 'the name of the new Task')
    .option('--external-id <id>', 'the reference (external_id) of the new Task, without patient data')
    .option('--callback <url>', 'the address that the service calls when the new Task ends')
    .option('--text <text>', 'a text to send as a document')
    .option('--any-type', ANY_TYPE)
    .option('--same-again', 'send although nothing has changed: this makes a second claim')
    .option('--wait', 'wait until the new Task is decided or waits for an answer')
    .addHelpText('after', `  --data <json>  a JSON object to send as a document: '{"member_id": "..."}'`)
    .action(load(async () => (await import('./verbs/correct.ts')).correctTask));
  withTaskFilters(program.command('tasks').description('list the Tasks')).action(run(showTasks));
  program
    .command('task <id>')
    .description('show all details of one Task; give its id, the beginning of its id, or its external_id')
    .action(run(showTask));
  const change = <A extends unknown[]>(payloadOf: (...given: A) => EditRequest['payload']) =>
    load<[string, ...A]>(async () => {
      const { changeTask } = await import('./verbs/send.ts');
      return (context, id, ...given) => changeTask(context, id, payloadOf(...given));
    });
  program
    .command('rename <task> <name>')
    .description('give a Task another name')
    .action(change((name: string) => ({ kind: 'name', name: textOf('name', 500, name) })));
  program
    .command('clear <task>')
    .description('mark the follow-up of a Task as done')
    .action(change(() => ({ kind: 'cleared', cleared: true })));
  program
    .command('unclear <task>')
    .description('reopen the follow-up of a Task')
    .action(change(() => ({ kind: 'cleared', cleared: false })));
  program
    .command('external-id <task> <value>')
    .description('give a Task another reference (external_id), without patient data')
    .action(
      change((value: string) => ({ kind: 'external-id', externalId: textOf('reference', 1024, value) })),
    );
  program
    .command('note <task> <text>')
    .description('send a note to the log of a Task at the service, without patient data')
    .action(
      change((text: string) => ({
        kind: 'event',
        event: 'note',
        extraData: { text: textOf('note', 4000, text) },
      })),
    );
  const handle = <A extends unknown[]>(deedOf: (...given: A) => Deed) =>
    run<[string, ...A]>((context, id, ...given) => changeHandling(context, id, deedOf(...given)));
  program
    .command('staff-note <task> <text>')
    .description('add a note about a Task for the staff of this station only; the service never gets it')
    .action(handle((text: string) => newNote(textOf('note', 4000, text))));
  program
    .command('assign <task> <name>')
    .description('name the person who looks after a Task')
    .action(handle((name: string) => ({ kind: 'assign', to: textOf('name', 100, name) })));
  program
    .command('unassign <task>')
    .description('remove the name of the person who looks after a Task')
    .action(handle(() => ({ kind: 'assign', to: null })));
  program
    .command('set-aside <task>')
    .argument('<day>', 'the day on which the Task comes back (2026-01-31)', localDay)
    .description('set a waiting Task aside until a day')
    .action(handle((until: string) => ({ kind: 'set-aside', until })));
  program
    .command('give-up <task> <reason>')
    .description('leave a waiting Task out of the waiting Tasks, because nobody will answer it')
    .action(handle((reason: string) => ({ kind: 'give-up', reason: textOf('reason', 500, reason) })));
  program
    .command('take-back <task>')
    .description('put a Task that was set aside or given up back among the waiting Tasks')
    .action(handle(() => ({ kind: 'take-back' })));
  program
    .command('text <task>')
    .description('show what the service read in the documents of a Task')
    .action(run(showText));
  program
    .command('save <task> <item> <file>')
    .description(
      'save a document of a Task; give the id of the document, the beginning of its id, or its name',
    )
    .action(load(async () => (await import('./verbs/save.ts')).saveDocument));
  program
    .command('receipt <task>')
    .description('show what this station sent for a Task: documents with size and hash, and when')
    .action(load(async () => (await import('./verbs/numbers.ts')).showReceipt));
  program
    .command('raw <task>')
    .description('show the newest answer of the service about a Task, as JSON')
    .action(run(showRaw));
  program
    .command('insights')
    .description(
      'show volumes, times to the verdict, approvals and reasons of a period (default: the last 30 days)',
    )
    .option('--from <day>', 'the first day of the period (2026-01-31)', localDay)
    .option('--to <day>', 'the last day of the period (default: today)', localDay)
    .action(load(async () => (await import('./verbs/numbers.ts')).showInsights));
  withTaskFilters(
    program.command('export').description('write Tasks with their verdicts and reasons into a new file'),
  )
    .addOption(
      new Option('--format <format>', 'CSV for spreadsheet programs, or JSON')
        .choices(['csv', 'json'])
        .makeOptionMandatory(),
    )
    .requiredOption('--file <file>', 'the file to write; never an existing file')
    .action(load(async () => (await import('./verbs/numbers.ts')).exportToFile));
  program
    .command('status')
    .description(
      'tell whether Clearfolder runs and needs a person, for monitoring (exit code 0: fine, 3: needs attention, 4: service away, 5: not running)',
    )
    .action(run(showStatus));
  const stations = program
    .command('stations')
    .description(
      'show all stations that share folders with this one, and whether everything is out at all of them',
    )
    .action(load(async () => (await import('./verbs/stations.ts')).showStations));
  stations
    .command('migrate [folder]')
    .description(
      'move a folder, or all folders, from files to the database of the stations, or back; a repeated command continues a move that was interrupted',
    )
    .addOption(
      new Option('--to <way>', 'how the stations of the folder agree from then on')
        .choices(['postgres', 'files'])
        .default('postgres'),
    )
    .option('--dry-run', 'show what would happen, and change nothing')
    .action(load(async () => (await import('./verbs/migrate.ts')).migrateFolders));
  program.command('outbox').description('list all submissions and their state').action(run(showOutbox));
  program.command('folders').description('list the watched folders and their state').action(run(showFolders));
  program
    .command('files')
    .description('list all files with their state and the reason')
    .option('--folder <id>', 'list only files of this folder')
    .option('--state <state>', 'list only files in this state, such as held (repeat for more)', collect)
    .action(run(showFiles));

  program
    .command('backlog <folder> <decision>')
    .description(
      'decide about files that were in the folder before it was set up: "send", "skip", or a date such as 2026-01-31 (send files of that day and newer files)',
    )
    .action(ask(backlogRequest));
  program
    .command('decide <file> <decision>')
    .description(
      'decide about a held or duplicate file (see its number in "files"): "send", "leave-out", "send-anyway" (for a duplicate), or "answer:TASK" to add the file to a waiting Task',
    )
    .action(ask(fileRequest));
  program
    .command('retry [submission]')
    .description('retry one submission, or all that wait or were rejected')
    .option('--task-type <type>', 'retry with this task type, if the service rejected the task type')
    .action(ask(retryRequest));
  program
    .command('withdraw <submission>')
    .description(
      'withdraw a submission that was not sent yet, or close a rejected submission; "outbox" shows whether it may already be a Task',
    )
    .action(ask((submission: string) => ({ verb: 'withdraw', submission })));
  program
    .command('send-again <submission>')
    .description('send an unconfirmed submission again, although this can make a second Task')
    .action(ask((submission: string) => ({ verb: 'send-again', submission })));
  program
    .command('rescan [folder]')
    .description('refresh one folder, or all folders')
    .action(ask((folder: string | undefined) => ({ verb: 'rescan', folder: folder ?? null })));
  program
    .command('no-other-station <folder>')
    .description(
      'confirm that no other station uses a folder that is read-only or was left by another station; this station then sends its documents',
    )
    .action(ask((folder: string) => ({ verb: 'no-other-station', folder })));
  program
    .command('pause <folder>')
    .description('pause a folder: send nothing from it for now')
    .action(ask((folder: string) => ({ verb: 'pause', folder })));
  program
    .command('resume <id>')
    .description('resume a paused folder, or a waiting Task without new documents or data')
    .action(load(async () => (await import('./verbs/send.ts')).resume));

  program
    .command('practice')
    .description('run only the built-in practice service')
    .option('--port <number>', 'the port of the practice service (default: any free port)', portNumber)
    .option('--no-external-read', 'report external_read_enabled as off in org_settings')
    .action(load(async () => (await import('./verbs/run.ts')).runPractice));
  const secret = program.command('secret').description('manage the api_secret of this environment');
  secret
    .command('set')
    .description('read the api_secret from standard input and save it')
    .action(load(async () => (await import('./verbs/secret.ts')).setSecret));
  secret
    .command('clear')
    .description('delete the saved api_secret')
    .action(load(async () => (await import('./verbs/secret.ts')).clearSecret));
  secret
    .command('check')
    .description('ask the service whether it accepts the api_secret')
    .action(load(async () => (await import('./verbs/secret.ts')).checkSecret));
  secret
    .command('proxy [user]')
    .description(
      'read the password of a proxy from standard input and save it; without a user, delete the saved password',
    )
    .action(load(async () => (await import('./verbs/secret.ts')).setProxyLogin));
  secret
    .command('postgres')
    .description('read the password of the stations’ database from standard input and save it')
    .action(load(async () => (await import('./verbs/secret.ts')).setPostgresPassword));
  secret
    .command('stations')
    .description('read the passphrase that all stations share from standard input and save it')
    .action(load(async () => (await import('./verbs/secret.ts')).setStationsPassphrase));
  secret
    .command('same-organization')
    // The spelling of version 0.1.0.
    .alias('same-organisation')
    .description('confirm that the api_secret belongs to the same organization under a new name or account')
    .action(load(async () => (await import('./verbs/secret.ts')).confirmOrganisation));

  program
    .command('backup <file>')
    .description('make an encrypted copy of the record of what was sent, even while Clearfolder runs')
    .option(
      '--passphrase',
      'read a passphrase from standard input, so that the copy also opens on another computer',
    )
    .action(run(backUp));
  program
    .command('restore [backup]')
    .description(
      'restore a backup while Clearfolder is stopped: a file, the name of an automatic backup, or "latest"',
    )
    .option('--list', 'list the automatic backups')
    .option('--other-station', 'restore the backup of another station that will never run again')
    .addHelpText('after', '\nFor a backup with a passphrase, give the passphrase on standard input.')
    .action(run(restore));
  program
    .command('copies')
    .description('manage the automatic copies to another folder ("copies" in the settings)')
    .command('passphrase')
    .description(
      'read a passphrase from standard input and save it: new copies then open with it on any computer',
    )
    .option('--forget', 'delete the passphrase: only this station can then open new copies')
    .action(run(setCopiesPassphrase));
  program
    .command('ledger')
    .description('manage the record of what was sent')
    .command('rotate-key')
    .description(
      'encrypt the record and its copies on this computer with a new key, while Clearfolder is stopped',
    )
    .addOption(
      new Option('--cipher <cipher>', 'use this cipher (default: the current cipher)').choices(
        LEDGER_CIPHERS,
      ),
    )
    .action(run(rotateKey));
  program
    .command('lock')
    .description('manage the lock of this station')
    .command('reset')
    .description('delete a forgotten PIN and turn off the lock')
    .action(run(resetLock));
  const user = program.command('user').description('manage the people who share this computer account');
  user
    .command('add <name>')
    .description(
      'read a PIN from standard input, and let a person unlock with it; for a known name, change the PIN',
    )
    .action(run((context, name: string) => addUser(context, textOf('name', 100, name))));
  user
    .command('remove <name>')
    .description('remove a person and the PIN of the person')
    .action(run(removeUser));
  user.command('list').description('list the people who have a PIN of their own').action(run(listUsers));
  const settings = program.command('settings').description('show or check the settings');
  settings
    .command('check <file>')
    .description('check whether a settings file is valid')
    .action(run(checkSettings));
  settings.command('show').description('show the current settings').action(run(showSettings));
  settings
    .command('schema')
    .description('print the JSON Schema of the settings file')
    .action(run(showSettingsSchema));
  program
    .command('doctor')
    .description('run the system check and say what to do')
    .action(load(async () => (await import('./verbs/diagnosis.ts')).runDoctor));
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
    .option(
      '--limit <number>',
      'show this many of the newest entries (default: 100)',
      wholeNumber('limit', 1, 100_000),
    )
    .option('--verify', 'check that the audit record is complete and unchanged')
    .option('--export <file>', 'export to a new file: CSV if the name ends in .csv, otherwise JSON Lines')
    .action(load(async () => (await import('./verbs/audit.ts')).showAudit));
  program
    .command('support')
    .description(
      'show a support bundle: versions, errors, settings, counts and the log, without patient data',
    )
    .option('--save <file>', 'also save the support bundle as a new file')
    .action(load(async () => (await import('./verbs/diagnosis.ts')).makeSupport));

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return reportFailure(terminalOf(program.opts<GlobalOptions>()), error);
  }
}
