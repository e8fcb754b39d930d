import { Command, CommanderError, Option } from 'commander';
import { LANGUAGES, say } from '../../contract/say.ts';
import type { EngineRequest } from '../../core/ledger/tables/engine-requests.ts';
import { setLanguage, t, terminalLanguage } from '../language.ts';
import { VERSION } from '../version.ts';
import { collect, metricsAddress, portNumber, textOf, wholeNumber } from './argument-values.ts';
import { complaintInWords, helpInWords, languageAsked } from './commander-words.ts';
import { type GlobalOptions, stationChoice } from './global-options.ts';
import { NO_PIN_VERBS, requirePin, resetLock, verbName } from './station-pin.ts';
import { localDay, withTaskFilters } from './task-filters.ts';
import { addTaskVerbs, type Verb } from './task-verbs.ts';
import { createTerminal, reportFailure, type VerbContext } from './terminal.ts';
import { backUp, restore, rotateKey, setCopiesPassphrase } from './verbs/backup.ts';
import { showFiles, showFolders, showOutbox } from './verbs/lists.ts';
import {
  askEngine,
  backlogRequest,
  decideOffer,
  fileRequest,
  retryRequest,
  stopEngine,
} from './verbs/requests.ts';
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

/**
 * Runs the command line (docs/architecture.md 12). Resolves to the exit code: 0 done, 1 failed, 2 wrong usage, 6 the running engine does not
 * answer; the verb `status` has more codes (`EXIT_CODES`). The code of a verb that sends or serves is loaded when the verb runs, so that verbs that only read start fast.
 */
export async function runCommandLine(
  args: readonly string[],
  { env, stdin, out, outIsTerminal, err }: ProcessPorts,
): Promise<number> {
  setLanguage(languageAsked(args) ?? terminalLanguage(env));
  let exitCode = 0;
  const terminalOf = (options: GlobalOptions) =>
    createTerminal(options.json === true, out, err, outIsTerminal);
  const contextOf = (command: Command): VerbContext => {
    const options = command.optsWithGlobals<GlobalOptions>();
    return { terminal: terminalOf(options), choice: stationChoice(options, env), env, stdin };
  };
  // Commander passes the arguments, the options and the `Command`. If the verb returns a number, the number is the exit code.
  const run = <A extends unknown[]>(verb: Verb<A>) =>
    async function (this: Command, ...given: A): Promise<void> {
      const code = await verb(contextOf(this), ...given);
      exitCode = typeof code === 'number' ? code : 0;
    };
  const load = <A extends unknown[]>(verb: () => Promise<Verb<A>>) =>
    run<A>(async (context, ...given) => (await verb())(context, ...given));
  const ask = <A extends unknown[]>(requestOf: (...given: A) => EngineRequest) =>
    run<A>((context, ...given) => askEngine(context, requestOf(...given)));

  const program = new Command('clearfolder')
    .description(t('Sends hospital documents to the document-validation service and shows the results.'))
    .version(VERSION, '--version', t('show the version'))
    .option(
      '--data <dir>',
      t("the data folder of the station (default: the operating system's usual place)"),
      collect,
    )
    .option('--settings <file>', t('the settings file (default: settings.json in the data folder)'))
    .option('--secrets <where>', t('where to keep secrets: keychain, or file:PATH'))
    .option('--json', t('show results as JSON'))
    .addOption(
      new Option(
        '--lang <language>',
        t('the language of the texts: en or es (default: the language of the system)'),
      ).choices(LANGUAGES),
    )
    .option('--pin', t('read the PIN from standard input, if the station is locked'))
    .configureHelp({ showGlobalOptions: true, ...helpInWords })
    .helpOption('-h, --help', t('display help for command'))
    .helpCommand('help [command]', t('display help for command'))
    .addHelpText(
      'after',
      `\n${t('The default command is "open". In a source folder, use "npm start -- COMMAND" instead of "clearfolder COMMAND".\nExit codes: 0 done, 1 failed, 2 wrong usage, 6 the running Clearfolder does not answer.')}`,
    )
    .exitOverride()
    .configureOutput({
      writeOut: out,
      writeErr: err,
      // The error text may repeat what a person typed, so line breaks in the text are escaped. Only the suggestion of another verb ("Did
      // you mean ...") is on a line of its own.
      outputError: (text) =>
        createTerminal(false, out, err).err(
          text
            .trimEnd()
            .split(/\n(?=\(Did you mean )/)
            .map(complaintInWords),
        ),
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
      t(
        'open the app and show a summary on this terminal (practice mode, unless the settings name a service)',
      ),
    )
    .option('--browser', t('use the browser instead of the desktop app'))
    .option('--no-launch', t('print the link without opening a window or browser'))
    .option('--port <number>', t('the port for browsers (default: any free port)'), portNumber)
    .argument('[verb...]')
    .action(load(async () => (await import('./open/open.ts')).openApp));
  program
    .command('run')
    .description(t('run without a window: watch folders, send documents and collect results until SIGTERM'))
    .option('--app', t('serve the app to browsers of this account, for "open" and for the desktop app'))
    .option(
      '--metrics <address>',
      t('serve metrics for Prometheus, /healthz and /readyz at PORT (this computer only) or HOST:PORT'),
      metricsAddress,
    )
    .action(load(async () => (await import('./verbs/run.ts')).runHeadless));
  program
    .command('stop')
    .description(t('stop the Clearfolder that runs on this data folder: open requests end first'))
    .action(run(stopEngine));
  addTaskVerbs(program, { run, load });
  program
    .command('insights')
    .description(
      t('show volumes, times to the verdict, approvals and reasons of a period (default: the last 30 days)'),
    )
    .option('--from <day>', t('the first day of the period (2026-01-31)'), localDay)
    .option('--to <day>', t('the last day of the period (default: today)'), localDay)
    .action(load(async () => (await import('./verbs/numbers.ts')).showInsights));
  withTaskFilters(
    program.command('export').description(t('write Tasks with their verdicts and reasons into a new file')),
  )
    .addOption(
      new Option('--format <format>', t('CSV for spreadsheet programs, or JSON'))
        .choices(['csv', 'json'])
        .makeOptionMandatory(),
    )
    .requiredOption('--file <file>', t('the file to write; never an existing file'))
    .action(load(async () => (await import('./verbs/numbers.ts')).exportToFile));
  program
    .command('status')
    .description(
      t(
        'tell the state of Clearfolder, for monitoring (exit code 0: fine, 3: needs attention, 4: service away, 5: not running, 6: no answer, 7: paused, 8: a folder was not scanned, 9: no sign-in, 10: starting, 11: the record cannot be written)',
      ),
    )
    .action(run(showStatus));
  const stations = program
    .command('stations')
    .description(
      t('show all stations that share folders with this one, and whether everything is out at all of them'),
    )
    .action(load(async () => (await import('./verbs/stations.ts')).showStations));
  stations
    .command('migrate [folder]')
    .description(
      t(
        'move a folder, or all folders, from files to the database of the stations, or back; a repeated command continues a move that was interrupted',
      ),
    )
    .addOption(
      new Option('--to <way>', t('how the stations of the folder agree from then on'))
        .choices(['postgres', 'files'])
        .default('postgres'),
    )
    .option('--dry-run', t('show what would happen, and change nothing'))
    .action(load(async () => (await import('./verbs/migrate.ts')).migrateFolders));
  program.command('outbox').description(t('list all submissions and their state')).action(run(showOutbox));
  program
    .command('folders')
    .description(t('list the watched folders and their state'))
    .action(run(showFolders));
  program
    .command('files')
    .description(t('list all files with their state and the reason'))
    .option('--folder <id>', t('list only files of this folder'))
    .option('--state <state>', t('list only files in this state, such as held (repeat for more)'), collect)
    .action(run(showFiles));

  program
    .command('backlog <folder> <decision>')
    .description(
      t(
        'decide about files that were in the folder before it was set up: "send", "skip", or a date such as 2026-01-31 (send files of that day and newer files)',
      ),
    )
    .action(ask(backlogRequest));
  program
    .command('offer <folder> <decision>')
    .description(
      t(
        'decide about documents that a folder sent with another task type or other request details (see "folders"): "send" each once as the folder says now, or "dismiss"',
      ),
    )
    .action(run(decideOffer));
  program
    .command('decide <file> <decision>')
    .description(
      t(
        'decide about a held or duplicate file (see its number in "files"): "send", "leave-out", "send-anyway" (for a duplicate), or "answer:TASK" to add the file to a waiting Task',
      ),
    )
    .action(ask(fileRequest));
  program
    .command('retry [submission]')
    .description(t('retry one submission, or all that wait or were rejected'))
    .option('--task-type <type>', t('retry with this task type, if the service rejected the task type'))
    .action(ask(retryRequest));
  program
    .command('withdraw <submission>')
    .description(
      t(
        'withdraw a submission that was not sent yet, or close a rejected submission; "outbox" shows whether it may already be a Task',
      ),
    )
    .action(ask((submission: string) => ({ verb: 'withdraw', submission })));
  program
    .command('as-task <answer>')
    .description(t('send the documents of a rejected answer as a new Task, and close the answer'))
    .option('--task-type <type>', t('the task type, if it is not the type of the answered Task'))
    .action(
      ask((answer: string, options: { readonly taskType?: string }) => ({
        verb: 'as-task',
        answer,
        ...options,
      })),
    );
  program
    .command('send-again <submission>')
    .description(t('send an unconfirmed submission again, although this can make a second Task'))
    .action(ask((submission: string) => ({ verb: 'send-again', submission })));
  program
    .command('rescan [folder]')
    .description(t('refresh one folder, or all folders'))
    .action(ask((folder: string | undefined) => ({ verb: 'rescan', folder: folder ?? null })));
  program
    .command('no-other-station <folder>')
    .description(
      t(
        'confirm that no other station uses a folder that is read-only or was left by another station; this station then sends its documents',
      ),
    )
    .action(ask((folder: string) => ({ verb: 'no-other-station', folder })));
  program
    .command('pause <folder>')
    .description(t('pause a folder: send nothing from it for now'))
    .action(ask((folder: string) => ({ verb: 'pause', folder })));
  program
    .command('resume <id>')
    .description(t('resume a paused folder, or a waiting Task without new documents or data'))
    .action(load(async () => (await import('./verbs/tasks/send.ts')).resume));

  program
    .command('practice')
    .description(t('run only the built-in practice service'))
    .option('--port <number>', t('the port of the practice service (default: any free port)'), portNumber)
    .option('--no-external-read', t('report external_read_enabled as off in org_settings'))
    .option(
      '--no-callbacks',
      t('report external_callback_enabled as off in org_settings, and make no callbacks'),
    )
    .option(
      '--exchange-limit <number>',
      t('the token exchanges that the practice service allows in a minute'),
      wholeNumber(say('exchange limit'), 1, 1_000),
    )
    .option(
      '--queue-cap <number>',
      t(
        'the deferred Tasks that the practice service holds before it refuses a create; one Task is pending at a time',
      ),
      wholeNumber(say('queue cap'), 0, 10_000),
    )
    .action(load(async () => (await import('./verbs/run.ts')).runPractice));
  const secret = program.command('secret').description(t('manage the api_secret of this environment'));
  secret
    .command('set')
    .description(t('read the api_secret from standard input and save it'))
    .action(load(async () => (await import('./verbs/secret.ts')).setSecret));
  secret
    .command('clear')
    .description(t('delete the saved api_secret'))
    .action(load(async () => (await import('./verbs/secret.ts')).clearSecret));
  secret
    .command('check')
    .description(t('ask the service whether it accepts the api_secret'))
    .action(load(async () => (await import('./verbs/secret.ts')).checkSecret));
  secret
    .command('proxy [user]')
    .description(
      t(
        'read the password of a proxy from standard input and save it; without a user, delete the saved password',
      ),
    )
    .action(load(async () => (await import('./verbs/secret.ts')).setProxyLogin));
  secret
    .command('postgres')
    .description(t('read the password of the stations’ database from standard input and save it'))
    .action(load(async () => (await import('./verbs/secret.ts')).setPostgresPassword));
  secret
    .command('stations')
    .description(t('read the passphrase that all stations share from standard input and save it'))
    .action(load(async () => (await import('./verbs/secret.ts')).setStationsPassphrase));
  secret
    .command('same-organization')
    .description(
      t('confirm that the api_secret belongs to the same organization under a new name or account'),
    )
    .action(load(async () => (await import('./verbs/secret.ts')).confirmOrganisation));

  program
    .command('backup <file>')
    .description(t('make an encrypted copy of the record of what was sent, even while Clearfolder runs'))
    .option(
      '--passphrase',
      t('read a passphrase from standard input, so that the copy also opens on another computer'),
    )
    .action(run(backUp));
  program
    .command('restore [backup]')
    .description(
      t(
        'restore a backup while Clearfolder is stopped: a file, the name of an automatic backup, or "latest"',
      ),
    )
    .option('--list', t('list the automatic backups'))
    .option('--other-station', t('restore the backup of another station that will never run again'))
    .addHelpText('after', `\n${t('For a backup with a passphrase, give the passphrase on standard input.')}`)
    .action(run(restore));
  program
    .command('copies')
    .description(t('manage the automatic copies to another folder ("copies" in the settings)'))
    .command('passphrase')
    .description(
      t('read a passphrase from standard input and save it: new copies then open with it on any computer'),
    )
    .option('--forget', t('delete the passphrase: only this station can then open new copies'))
    .action(run(setCopiesPassphrase));
  program
    .command('ledger')
    .description(t('manage the record of what was sent'))
    .command('rotate-key')
    .description(
      t('encrypt the record and its copies on this computer with a new key, while Clearfolder is stopped'),
    )
    .action(run(rotateKey));
  program
    .command('lock')
    .description(t('manage the lock of this station'))
    .command('reset')
    .description(t('delete a forgotten PIN and turn off the lock'))
    .action(run(resetLock));
  const user = program.command('user').description(t('manage the people who share this computer account'));
  user
    .command('add <name>')
    .description(
      t('read a PIN from standard input, and let a person unlock with it; for a known name, change the PIN'),
    )
    .action(run((context, name: string) => addUser(context, textOf(say('name'), 100, name))));
  user
    .command('remove <name>')
    .description(t('remove a person and the PIN of the person'))
    .action(run(removeUser));
  user.command('list').description(t('list the people who have a PIN of their own')).action(run(listUsers));
  const settings = program.command('settings').description(t('show or check the settings'));
  settings
    .command('check <file>')
    .description(t('check whether a settings file is valid'))
    .action(run(checkSettings));
  settings.command('show').description(t('show the current settings')).action(run(showSettings));
  settings
    .command('schema')
    .description(t('print the JSON Schema of the settings file'))
    .action(run(showSettingsSchema));
  program
    .command('doctor')
    .description(t('run the system check and say what to do'))
    .action(load(async () => (await import('./verbs/diagnosis.ts')).runDoctor));
  program
    .command('audit')
    .description(t('show the audit record: who viewed, sent, changed or exported what'))
    .option('--since <day>', t('show entries from this day (2026-01-31) or time on'))
    .option('--until <day>', t('show entries up to this day or time'))
    .option('--actor <account>', t('show only entries of this account (repeat for more)'), collect)
    .option('--action <action>', t('show only this action, such as task.viewed (repeat for more)'), collect)
    .option(
      '--about <id>',
      t('show only entries about this Task, submission, folder or list (its id or a part of it)'),
    )
    .option(
      '--limit <number>',
      t('show this many of the newest entries (default: 100)'),
      wholeNumber(say('limit'), 1, 100_000),
    )
    .option('--verify', t('check that the audit record is complete and unchanged'))
    .option('--export <file>', t('export to a new file: CSV if the name ends in .csv, otherwise JSON Lines'))
    .action(load(async () => (await import('./verbs/audit.ts')).showAudit));
  program
    .command('support')
    .description(
      t('show a support bundle: versions, errors, settings, counts and the log, without patient data'),
    )
    .option('--save <file>', t('also save the support bundle as a new file'))
    .action(load(async () => (await import('./verbs/diagnosis.ts')).makeSupport));

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return reportFailure(terminalOf(program.opts<GlobalOptions>()), error);
  }
}
