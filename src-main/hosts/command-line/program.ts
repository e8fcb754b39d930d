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
    throw new InvalidArgumentError('a port is a number from 0 to 65535.');
  return port;
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    return givenObjectSchema.parse(JSON.parse(text));
  } catch {
    throw new InvalidArgumentError('it must be a JSON object, not nested hundreds of levels deep.');
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
    .description('Submits hospital documents to the document-validation service, and shows what came back.')
    .version(VERSION, '--version', 'which version this is')
    .option(
      '--data <dir>',
      "where the station keeps its own (default: the operating system's place)",
      collect,
    )
    .option('--settings <file>', 'the settings file (default: settings.json in the data folder)')
    .option('--secrets <where>', 'keychain, or file:PATH')
    .option('--json', 'results as JSON')
    .option('--pin', 'while the station is locked: read its PIN from standard input')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText(
      'after',
      '\nWithout a command: "open". In a source folder, "npm start -- COMMAND" is "clearfolder COMMAND".\nExit code: 0 done, 1 failed, 2 wrong usage.',
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
      'the app, with a short account on this terminal (practice mode unless the settings say otherwise)',
    )
    .option('--browser', 'in the browser, also where the desktop app can run')
    .option('--no-launch', 'start nothing to look at it with; print the link alone')
    .option('--port <number>', 'the port to serve browsers on (default: any free one)', portNumber)
    .argument('[verb...]')
    .action(async (words: string[], options, command: Command) => {
      // The default verb is given whatever is no verb.
      if (words.length > 0) {
        throw new UsageError(`"${words[0]}" is not a command of clearfolder; clearfolder --help lists them.`);
      }
      const { terminal, choice } = within(command);
      const { browser = false, launch, port = 0 } = options;
      const { openApp } = await import('./open.ts');
      await openApp(terminal, choice, { browser, launch, port }, { env, stdin });
    });
  program
    .command('run')
    .description('watch, submit and track with nobody looking, until SIGTERM')
    .action(plain(async (...where) => (await import('./run.ts')).runHeadless(...where)));
  program
    .command('submit <paths...>')
    .description('submit files and folders given by hand')
    .requiredOption('--task-type <type>', 'a task type of your organisation')
    .option('--together', 'all of them as one Task')
    .option('--wait', 'until each Task is decided or waits for more')
    .option('--name <name>', 'a name for the Task')
    .option('--request-spec <json>', 'details for this task type, a JSON object', jsonObject)
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
    .option('--file <path>', 'a document (may be repeated)', collect)
    .addHelpText(
      'after',
      `  --data <json>  data that was asked for, as a JSON object: '{"member_id": "..."}'`,
    )
    .action(async (task: string, options, command: Command) => {
      const { terminal, choice } = within(command);
      const data = dataToSend(command.optsWithGlobals<GlobalOptions>());
      const { answerTask } = await import('./answer.ts');
      exitCode = await answerTask(terminal, choice, task, { files: options.file ?? [], data });
    });
  program
    .command('tasks')
    .description('the Tasks the ledger knows')
    .option('--status <status>', 'only Tasks of this status, or "gone" (may be repeated)', collect)
    .action((options, command: Command) =>
      showTasks(within(command).terminal, within(command).choice, options.status ?? []),
    );
  program
    .command('task <id>')
    .description('one Task in full; the beginning of its id, or its external_id, will do')
    .action((id: string, _options, command: Command) =>
      showTask(within(command).terminal, within(command).choice, id),
    );
  program
    .command('outbox')
    .description('every submission and what has become of it')
    .action(plain(showOutbox));
  program.command('folders').description('the health of each watched folder').action(plain(showFolders));
  program
    .command('files')
    .description('every file that was found, what has become of it, and why')
    .option('--folder <id>', 'only files of this folder')
    .option('--state <state>', 'only files in this state, such as held (may be repeated)', collect)
    .action((options, command: Command) => {
      const { terminal, choice } = within(command);
      return showFiles(terminal, choice, { folder: options.folder ?? null, states: options.state ?? [] });
    });
  addRequestVerbs(program, (command, asked) =>
    askEngine(within(command).terminal, within(command).choice, asked),
  );
  program
    .command('practice')
    .description('the embedded practice service alone')
    .option('--port <number>', 'the port to listen on (default: any free one)', portNumber)
    .option('--no-external-read', 'say in org_settings that external_read_enabled is off')
    .action(async (options, command: Command) => {
      const { terminal, choice } = within(command);
      const { runPractice } = await import('./practice.ts');
      await runPractice(terminal, choice, {
        port: options.port ?? 0,
        externalRead: options.externalRead !== false,
      });
    });
  const secret = program.command('secret').description('the api_secret of this environment');
  secret
    .command('set')
    .description('read it from standard input and keep it (never an argument, which others could see)')
    .action(
      plain(async (terminal, choice) => (await import('./secret.ts')).setSecret(terminal, choice, stdin)),
    );
  secret
    .command('clear')
    .description('forget it')
    .action(plain(async (...where) => (await import('./secret.ts')).clearSecret(...where)));
  secret
    .command('check')
    .description('ask the service whether it is accepted')
    .action(plain(async (...where) => (await import('./secret.ts')).checkSecret(...where)));
  secret
    .command('same-organisation')
    .description('its organisation is that of the record here, with a new name or credential')
    .action(plain(async (...where) => (await import('./secret.ts')).confirmOrganisation(...where)));
  addBackupVerbs(program, (command) => ({ ...within(command), stdin }));
  const lock = program.command('lock').description('the lock of this station');
  lock
    .command('reset')
    .description('forget its PIN, for when nobody knows it; it then locks no more')
    .action(plain(resetLock));
  const settings = program.command('settings').description('the station settings');
  settings
    .command('check <file>')
    .description('whether a settings file can be used')
    .action((file: string, _options, command: Command) => checkSettings(within(command).terminal, file));
  settings.command('show').description('the settings in force').action(plain(showSettings));
  program
    .command('doctor')
    .description('look at everything that must work, and say what to do')
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
