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
    .description('an encrypted copy of the record of what was sent; also while Clearfolder runs')
    .option('--passphrase', 'read one from standard input, so that the copy opens on another machine too')
    .action((file: string, options, command: Command) => {
      const { terminal, choice, stdin } = within(command);
      return backUp(terminal, choice, file, { passphrase: options.passphrase === true }, stdin);
    });
  program
    .command('restore [backup]')
    .description(
      'put a backup back: a file, the name of an automatic one, or "latest"; with Clearfolder stopped',
    )
    .option('--list', 'the automatic backups that there are')
    .option('--other-station', 'it is of another station, which will never run again')
    .addHelpText('after', '\nA backup with a passphrase asks for it on standard input.')
    .action((backup: string | undefined, options, command: Command) => {
      const { terminal, choice, stdin } = within(command);
      const how = { list: options.list === true, otherStation: options.otherStation === true };
      return restore(terminal, choice, backup ?? null, how, stdin);
    });
  program
    .command('copies')
    .description('the copies that go to another place by themselves ("copies" in the settings)')
    .command('passphrase')
    .description(
      'read one from standard input and keep it: copies made from then on open with it, on any machine',
    )
    .option('--forget', 'copies made from then on open on this station alone')
    .action((options, command: Command) => {
      const { terminal, choice, stdin } = within(command);
      return setCopiesPassphrase(terminal, choice, { forget: options.forget === true }, stdin);
    });
  program
    .command('ledger')
    .description('the record of what was sent')
    .command('rotate-key')
    .description('encrypt it, and its copies here, with a new key; with Clearfolder stopped')
    .addOption(
      new Option('--cipher <cipher>', 'also with this cipher (default: the one in use)').choices(
        LEDGER_CIPHERS,
      ),
    )
    .action((options, command: Command) => {
      const { terminal, choice } = within(command);
      return rotateKey(terminal, choice, options.cipher ?? null);
    });
}
