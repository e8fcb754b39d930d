import { Command, CommanderError, Option } from 'commander';
import { LANGUAGES, say } from '../../contract/say.ts';
import type { EngineRequest } from '../../core/ledger/tables/engine-requests.ts';
import { setLanguage, t, terminalLanguage } from '../language.ts';
import { VERSION } from '../version.ts';
import { collect, metricsAddress, portNumber, textOf, wholeNumber } from './argument-values.ts';
import { complaintLines, helpInWords, languageAsked } from './commander-words.ts';
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
    .description(t('commands.sendsHospitalDocumentsDocument'))
    .version(VERSION, '--version', t('commands.showVersion'))
    .option('--data <dir>', t('commands.dataFolderStationDefault'), collect)
    .option('--settings <file>', t('commands.settingsFileDefault'))
    .option('--secrets <where>', t('commands.whereKeepSecrets'))
    .option('--json', t('commands.showResultsJson'))
    .addOption(new Option('--lang <language>', t('commands.languageTexts')).choices(LANGUAGES))
    .option('--pin', t('commands.readPinStandardInput'))
    .configureHelp({ showGlobalOptions: true, ...helpInWords })
    .helpOption('-h, --help', t('commander.displayHelpCommand'))
    .helpCommand('help [command]', t('commander.displayHelpCommand'))
    .addHelpText('after', `\n${t('commands.defaultCommandOpen')}`)
    .exitOverride()
    .configureOutput({
      writeOut: out,
      writeErr: err,
      // `runCommandLine` shows the errors of Commander.
      outputError: () => undefined,
    });
  program.hook('preAction', async (_program, command) => {
    const verb = verbName(command);
    if (NO_PIN_VERBS.has(verb)) return;
    const fromInput = command.optsWithGlobals<GlobalOptions>().pin === true;
    await requirePin(contextOf(command), { verb, fromInput });
  });

  program
    .command('open', { isDefault: true })
    .description(t('commands.openAppShowSummary'))
    .option('--browser', t('commands.useBrowserInsteadDesktop'))
    .option('--no-launch', t('commands.printLinkWithoutOpening'))
    .option('--port <number>', t('commands.portBrowsersDefault'), portNumber)
    .argument('[verb...]')
    .action(load(async () => (await import('./open/open.ts')).openApp));
  program
    .command('run')
    .description(t('commands.runWithoutWindow'))
    .option('--app', t('commands.serveAppBrowsersAccount'))
    .option('--metrics <address>', t('commands.serveMetricsPrometheus'), metricsAddress)
    .action(load(async () => (await import('./verbs/run.ts')).runHeadless));
  program.command('stop').description(t('commands.stopRunsDataFolder')).action(run(stopEngine));
  addTaskVerbs(program, { run, load });
  program
    .command('insights')
    .description(t('commands.showVolumesTimesVerdict'))
    .option('--from <day>', t('commands.firstDayPeriod2026'), localDay)
    .option('--to <day>', t('commands.lastDayPeriodDefault'), localDay)
    .action(load(async () => (await import('./verbs/numbers.ts')).showInsights));
  withTaskFilters(program.command('export').description(t('commands.writeTasksVerdictsReasons')))
    .addOption(
      new Option('--format <format>', t('commands.csvSpreadsheetPrograms'))
        .choices(['csv', 'json'])
        .makeOptionMandatory(),
    )
    .requiredOption('--file <file>', t('commands.fileWrite'))
    .action(load(async () => (await import('./verbs/numbers.ts')).exportToFile));
  program.command('status').description(t('commands.tellState')).action(run(showStatus));
  const stations = program
    .command('stations')
    .description(t('commands.showAllStationsShare'))
    .action(load(async () => (await import('./verbs/stations.ts')).showStations));
  stations
    .command('migrate [folder]')
    .description(t('commands.moveFolder'))
    .addOption(
      new Option('--to <way>', t('commands.howStationsFolderAgree'))
        .choices(['postgres', 'files'])
        .default('postgres'),
    )
    .option('--dry-run', t('commands.showWhatHappen'))
    .action(load(async () => (await import('./verbs/migrate.ts')).migrateFolders));
  program.command('outbox').description(t('commands.listAllSubmissionsState')).action(run(showOutbox));
  program.command('folders').description(t('commands.listWatchedFoldersState')).action(run(showFolders));
  program
    .command('files')
    .description(t('commands.listAllFilesState'))
    .option('--folder <id>', t('commands.listFilesFolder'))
    .option('--state <state>', t('commands.listFilesState'), collect)
    .action(run(showFiles));

  program
    .command('backlog <folder> <decision>')
    .description(t('commands.decideAboutFilesFolder'))
    .action(ask(backlogRequest));
  program
    .command('offer <folder> <decision>')
    .description(t('commands.decideAboutDocumentsFolder'))
    .action(run(decideOffer));
  program
    .command('decide <file> <decision>')
    .description(t('commands.decideAboutHeldDuplicate'))
    .action(ask(fileRequest));
  program
    .command('retry [submission]')
    .description(t('commands.retrySubmission'))
    .option('--task-type <type>', t('commands.retryTaskType'))
    .action(ask(retryRequest));
  program
    .command('withdraw <submission>')
    .description(t('commands.withdrawSubmissionNotSent'))
    .action(ask((submission: string) => ({ verb: 'withdraw', submission })));
  program
    .command('as-task <answer>')
    .description(t('terminal.sendDocumentsRejectedAnswer'))
    .option('--task-type <type>', t('terminal.taskType'))
    .action(
      ask((answer: string, options: { readonly taskType?: string }) => ({
        verb: 'as-task',
        answer,
        ...options,
      })),
    );
  program
    .command('send-again <submission>')
    .description(t('commands.sendUnconfirmedSubmissionAgain'))
    .action(ask((submission: string) => ({ verb: 'send-again', submission })));
  program
    .command('rescan [folder]')
    .description(t('commands.refreshFolder'))
    .action(ask((folder: string | undefined) => ({ verb: 'rescan', folder: folder ?? null })));
  program
    .command('no-other-station <folder>')
    .description(t('commands.confirmNoStationUses'))
    .action(ask((folder: string) => ({ verb: 'no-other-station', folder })));
  program
    .command('pause <folder>')
    .description(t('commands.pauseFolder'))
    .action(ask((folder: string) => ({ verb: 'pause', folder })));
  program
    .command('resume <id>')
    .description(t('commands.resumePausedFolder'))
    .action(load(async () => (await import('./verbs/tasks/send.ts')).resume));

  program
    .command('practice')
    .description(t('commands.runBuiltPracticeService'))
    .option('--port <number>', t('commands.portPracticeServiceDefault'), portNumber)
    .option('--no-external-read', t('commands.reportExternalReadEnabled'))
    .option('--no-callbacks', t('commands.reportExternalCallbackEnabled'))
    .option(
      '--exchange-limit <number>',
      t('commands.tokenExchangesPracticeService'),
      wholeNumber(say('commands.exchangeLimit'), 1, 1_000),
    )
    .option(
      '--queue-cap <number>',
      t('commands.deferredTasksPracticeService'),
      wholeNumber(say('commands.queueCap'), 0, 10_000),
    )
    .action(load(async () => (await import('./verbs/run.ts')).runPractice));
  const secret = program.command('secret').description(t('commands.manageApiSecretEnvironment'));
  secret
    .command('set')
    .description(t('commands.readApiSecretStandard'))
    .action(load(async () => (await import('./verbs/secret.ts')).setSecret));
  secret
    .command('clear')
    .description(t('commands.deleteSavedApiSecret'))
    .action(load(async () => (await import('./verbs/secret.ts')).clearSecret));
  secret
    .command('check')
    .description(t('commands.askServiceWhetherAccepts'))
    .action(load(async () => (await import('./verbs/secret.ts')).checkSecret));
  secret
    .command('proxy [user]')
    .description(t('commands.readPasswordProxyStandard'))
    .action(load(async () => (await import('./verbs/secret.ts')).setProxyLogin));
  secret
    .command('postgres')
    .description(t('commands.readPasswordStationsDatabase'))
    .action(load(async () => (await import('./verbs/secret.ts')).setPostgresPassword));
  secret
    .command('stations')
    .description(t('commands.readPassphraseAllStations'))
    .action(load(async () => (await import('./verbs/secret.ts')).setStationsPassphrase));
  secret
    .command('same-organization')
    .description(t('commands.confirmApiSecretBelongs'))
    .action(load(async () => (await import('./verbs/secret.ts')).confirmOrganisation));

  program
    .command('backup <file>')
    .description(t('commands.makeEncryptedCopyRecord'))
    .option('--passphrase', t('commands.readPassphraseStandardInput'))
    .action(run(backUp));
  program
    .command('restore [backup]')
    .description(t('commands.restoreBackupStopped'))
    .option('--list', t('commands.listAutomaticBackups'))
    .option('--other-station', t('commands.restoreBackupAnotherStation'))
    .addHelpText('after', `\n${t('commands.backupPassphrase')}`)
    .action(run(restore));
  program
    .command('copies')
    .description(t('commands.manageAutomaticCopiesAnother'))
    .command('passphrase')
    .description(t('commands.readPassphraseStandardInputSave'))
    .option('--forget', t('commands.deletePassphrase'))
    .action(run(setCopiesPassphrase));
  program
    .command('ledger')
    .description(t('commands.manageRecordWhatSent'))
    .command('rotate-key')
    .description(t('commands.encryptRecordCopiesComputer'))
    .action(run(rotateKey));
  program
    .command('lock')
    .description(t('commands.manageLockStation'))
    .command('reset')
    .description(t('commands.deleteForgottenPinTurn'))
    .action(run(resetLock));
  const user = program.command('user').description(t('commands.managePeopleShareComputer'));
  user
    .command('add <name>')
    .description(t('commands.readPinStandardInputLetPerson'))
    .action(run((context, name: string) => addUser(context, textOf(say('commands.name'), 100, name))));
  user.command('remove <name>').description(t('commands.removePersonPinPerson')).action(run(removeUser));
  user.command('list').description(t('commands.listPeoplePin')).action(run(listUsers));
  const settings = program.command('settings').description(t('commands.showCheckSettings'));
  settings
    .command('check <file>')
    .description(t('commands.checkWhetherSettingsFile'))
    .action(run(checkSettings));
  settings.command('show').description(t('commands.showCurrentSettings')).action(run(showSettings));
  settings
    .command('schema')
    .description(t('commands.printJsonSchemaSettings'))
    .action(run(showSettingsSchema));
  program
    .command('doctor')
    .description(t('commands.runSystemCheckSay'))
    .action(load(async () => (await import('./verbs/diagnosis.ts')).runDoctor));
  program
    .command('audit')
    .description(t('commands.showAuditRecord'))
    .option('--since <day>', t('commands.showEntriesDay2026'))
    .option('--until <day>', t('commands.showEntriesDayTime'))
    .option('--actor <account>', t('commands.showEntriesAccountRepeat'), collect)
    .option('--action <action>', t('commands.showAction'), collect)
    .option('--about <id>', t('commands.showEntriesAboutTask'))
    .option(
      '--limit <number>',
      t('commands.showManyNewestEntries'),
      wholeNumber(say('commands.limit'), 1, 100_000),
    )
    .option('--verify', t('commands.checkAuditRecordComplete'))
    .option('--export <file>', t('commands.exportNewFile'))
    .action(load(async () => (await import('./verbs/audit.ts')).showAudit));
  program
    .command('support')
    .description(t('commands.showSupportBundle'))
    .option('--save <file>', t('commands.saveSupportBundleNew'))
    .action(load(async () => (await import('./verbs/diagnosis.ts')).makeSupport));

  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      // The message may repeat what a person typed, and `Terminal` escapes line breaks in a line.
      if (error.exitCode !== 0) createTerminal(false, out, err).err(complaintLines(error));
      return error.exitCode === 0 ? 0 : 2;
    }
    return reportFailure(terminalOf(program.opts<GlobalOptions>()), error);
  }
}
