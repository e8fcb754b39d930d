import { type Command, Option } from 'commander';
import { LEDGER_CIPHERS } from '../../contract/ledger-cipher.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { backUp, restore, rotateKey } from './backup.ts';
import { setCopiesPassphrase } from './copies.ts';
import type { Terminal } from './terminal.ts';

/** Adds the verbs that keep the ledger safe: `backup`, `restore`, `ledger rotate-key`. */
export function addBackupVerbs(
  program: Command,
  within: (command: Command) => { terminal: Terminal; choice: StationChoice; stdin: NodeJS.ReadStream },
): void {
  program
    .command('backup <file>')
    .description('make an encrypted copy of the record of what was sent, even while Clearfolder runs')
    .option(
      '--passphrase',
      'read a passphrase from standard input, so that the copy also opens on another computer',
    )
    .action((file: string, options, command: Command) => {
      const { terminal, choice, stdin } = within(command);
      return backUp(terminal, choice, file, { passphrase: options.passphrase === true }, stdin);
    });
  program
    .command('restore [backup]')
    .description(
      'restore a backup while Clearfolder is stopped: a file, the name of an automatic backup, or "latest"',
    )
    .option('--list', 'list the automatic backups')
    .option('--other-station', 'restore the backup of another station that will never run again')
    .addHelpText('after', '\nFor a backup with a passphrase, give the passphrase on standard input.')
    .action((backup: string | undefined, options, command: Command) => {
      const { terminal, choice, stdin } = within(command);
      const how = { list: options.list === true, otherStation: options.otherStation === true };
      return restore(terminal, choice, backup ?? null, how, stdin);
    });
  program
    .command('copies')
    .description('manage the automatic copies to another folder ("copies" in the settings)')
    .command('passphrase')
    .description(
      'read a passphrase from standard input and save it: new copies then open with it on any computer',
    )
    .option('--forget', 'delete the passphrase: only this station can then open new copies')
    .action((options, command: Command) => {
      const { terminal, choice, stdin } = within(command);
      return setCopiesPassphrase(terminal, choice, { forget: options.forget === true }, stdin);
    });
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
    .action((options, command: Command) => {
      const { terminal, choice } = within(command);
      return rotateKey(terminal, choice, options.cipher ?? null);
    });
}
