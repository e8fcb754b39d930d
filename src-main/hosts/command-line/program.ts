import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { givenObjectSchema } from '../../contract/json-object.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { VERSION } from '../version.ts';
import { addBackupVerbs } from './backup-verbs.ts';
import { dataToSend, type GlobalOptions, stationChoice } from './choice.ts';
import { reportFailure, UsageError } from './failure.ts';
import { resetLock } from './lock.ts';
import { NO_PIN_VERBS } from './no-pin-verbs.ts';
import { showFolders, showOutbox, showTask, showTasks } from './read-verbs.ts';
import { addRecordVerbs } from './record-verbs.ts';
import { addRequestVerbs } from './request-verbs.ts';
import { askEngine } from './requests.ts';
import { checkSettings, showSettings } from './settings.ts';
import { showFiles } from './show-files.ts';
import { requirePin, verbName } from './station-pin.ts';
import { createTerminal, type Terminal } from './terminal.ts';

/** What the command line has of its process. */
export interface ProcessPorts {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
  readonly out: (text: string) => void;
  /** Whether `out` is a terminal. */
  readonly outIsTerminal: boolean;
  readonly err: (text: string) => void;
}

const collect = (value: string, earlier: string[] = []) => [...earlier, value];

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('the port must be a number from 0 to 65535.');
  return port;
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    return givenObjectSchema.parse(JSON.parse(text));
  } catch {
    throw new InvalidArgumentError('the value must be a JSON object without hundreds of nested levels.');
  }
}

/**
 * Runs the command line (docs/architecture.md 12). Gives the exit code: 0 done, 1 failed, 2 wrong usage. What sends
 * or serves is loaded with the verb that wants it: those that only read start without it.
 */
export async function runCommandLine(
  args: readonly string[],
  { env, stdin, out, outIsTerminal, err }: ProcessPorts,
): Promise<number> {
  let exitCode = 0;
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
      // What is wrong repeats what was typed, or a name that a shell put in; only the suggestion has a line of its own.
      outputError: (text) =>
        createTerminal(false, out, err).err(text.trimEnd().split(/\n(?=\(Did you mean )/)),
    });
  const terminalOf = (options: GlobalOptions) =>
    createTerminal(options.json === true, out, err, outIsTerminal);
  /** What every verb gets: where to write, and where the station is. */
  const within = (command: Command) => {
    const options = command.optsWithGlobals<GlobalOptions>();
    return { terminal: terminalOf(options), choice: stationChoice(options, env) };
  };
  /** The action of a verb that takes nothing of its own. */
  const plain =
    (verb: (terminal: Terminal, choice: StationChoice) => Promise<void>) =>
    (_options: unknown, command: Command) => {
      const { terminal, choice } = within(command);
      return verb(terminal, choice);
    };

  program.hook('preAction', async (_program, command) => {
    const verb = verbName(command);
    if (NO_PIN_VERBS.has(verb)) return;
    const { terminal, choice } = within(command);
    const fromInput = command.optsWithGlobals<GlobalOptions>().pin === true;
    await requirePin(terminal, choice, stdin, { verb, fromInput });
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
    .action(async (words: string[], options, command: Command) => {
      // The default verb is given whatever is no verb.
      if (words.length > 0) {
        throw new UsageError(`"${words[0]}" is not a command of clearfolder. For a list: clearfolder --help`);
      }
      const { terminal, choice } = within(command);
      const { browser = false, launch, port = 0 } = options;
      const { openApp } = await import('./open.ts');
      await openApp(terminal, choice, { browser, launch, port }, { env, stdin });
    });
  program
    .command('run')
    .description('run without a window: watch folders, send documents and collect results until SIGTERM')
    .action(plain(async (...where) => (await import('./run.ts')).runHeadless(...where)));
  program
    .command('submit <paths...>')
    .description('send files and folders')
    .requiredOption('--task-type <type>', 'a task type of your organization')
    .option('--together', 'send all files as one Task')
    .option('--wait', 'wait until each Task is decided or waits for an answer')
    .option('--name <name>', 'the name of the Task')
    .option('--request-spec <json>', 'request details for this task type, as a JSON object', jsonObject)
    .action(async (paths: string[], options, command: Command) => {
      const { terminal, choice } = within(command);
      const { submitFiles } = await import('./submit.ts');
      exitCode = await submitFiles(terminal, choice, paths, {
        taskType: options.taskType,
        together: options.together === true,
        wait: options.wait === true,
        name: options.name ?? null,
        requestSpec: options.requestSpec ?? {},
      });
    });
  program
    .command('answer <task>')
    .description('send documents or data to a waiting Task')
    .option('--file <path>', 'a document to send (repeat for more documents)', collect)
    .addHelpText('after', `  --data <json>  the values to send, as a JSON object: '{"member_id": "..."}'`)
    .action(async (task: string, options, command: Command) => {
      const { terminal, choice } = within(command);
      const data = dataToSend(command.optsWithGlobals<GlobalOptions>());
      const { answerTask } = await import('./answer.ts');
      exitCode = await answerTask(terminal, choice, task, { files: options.file ?? [], data });
    });
  program
    .command('tasks')
    .description('list the Tasks')
    .option('--status <status>', 'list only Tasks of this status, or "gone" (repeat for more)', collect)
    .action((options, command: Command) =>
      showTasks(within(command).terminal, within(command).choice, options.status ?? []),
    );
  program
    .command('task <id>')
    .description('show all details of one Task; give its id, the beginning of its id, or its external_id')
    .action((id: string, _options, command: Command) =>
      showTask(within(command).terminal, within(command).choice, id),
    );
  program.command('outbox').description('list all submissions and their state').action(plain(showOutbox));
  program
    .command('folders')
    .description('list the watched folders and their state')
    .action(plain(showFolders));
  program
    .command('files')
    .description('list all files with their state and the reason')
    .option('--folder <id>', 'list only files of this folder')
    .option('--state <state>', 'list only files in this state, such as held (repeat for more)', collect)
    .action((options, command: Command) => {
      const { terminal, choice } = within(command);
      return showFiles(terminal, choice, { folder: options.folder ?? null, states: options.state ?? [] });
    });
  addRequestVerbs(program, (command, asked) =>
    askEngine(within(command).terminal, within(command).choice, asked),
  );
  program
    .command('practice')
    .description('run only the built-in practice service')
    .option('--port <number>', 'the port of the practice service (default: any free port)', portNumber)
    .option('--no-external-read', 'report external_read_enabled as off in org_settings')
    .action(async (options, command: Command) => {
      const { terminal, choice } = within(command);
      const { runPractice } = await import('./practice.ts');
      await runPractice(terminal, choice, {
        port: options.port ?? 0,
        externalRead: options.externalRead !== false,
      });
    });
  const secret = program.command('secret').description('manage the api_secret of this environment');
  secret
    .command('set')
    .description('read the api_secret from standard input and save it')
    .action(
      plain(async (terminal, choice) => (await import('./secret.ts')).setSecret(terminal, choice, stdin)),
    );
  secret
    .command('clear')
    .description('delete the saved api_secret')
    .action(plain(async (...where) => (await import('./secret.ts')).clearSecret(...where)));
  secret
    .command('check')
    .description('ask the service whether it accepts the api_secret')
    .action(plain(async (...where) => (await import('./secret.ts')).checkSecret(...where)));
  secret
    .command('same-organisation')
    .description('confirm that the api_secret belongs to the same organization under a new name or account')
    .action(plain(async (...where) => (await import('./secret.ts')).confirmOrganisation(...where)));
  addBackupVerbs(program, (command) => ({ ...within(command), stdin }));
  const lock = program.command('lock').description('manage the lock of this station');
  lock.command('reset').description('delete a forgotten PIN and turn off the lock').action(plain(resetLock));
  const settings = program.command('settings').description('show or check the settings');
  settings
    .command('check <file>')
    .description('check whether a settings file is valid')
    .action((file: string, _options, command: Command) => checkSettings(within(command).terminal, file));
  settings.command('show').description('show the current settings').action(plain(showSettings));
  program
    .command('doctor')
    .description('run the system check and say what to do')
    .action(async (_options, command: Command) => {
      const { runDoctor } = await import('./doctor.ts');
      exitCode = await runDoctor(within(command).terminal, within(command).choice);
    });

  addRecordVerbs(program, within, (code) => {
    exitCode = code;
  });

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return reportFailure(terminalOf(program.opts<GlobalOptions>()), error);
  }
}
