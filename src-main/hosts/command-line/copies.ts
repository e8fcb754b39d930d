import { recordFirst } from '../../core/audit/audit.ts';
import { systemClock } from '../../core/clock.ts';
import { actor } from '../../core/installation/actor.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { refuseWeak } from '../../core/ledger/backup/backup-file.ts';
import { keepCopiesPassphrase } from '../../core/secrets/copies-passphrase.ts';
import { withLedger } from './choice.ts';
import { readPassphrase } from './passphrase.ts';
import { show, type Terminal } from './terminal.ts';

/** `copies passphrase`: keeps the passphrase that opens the copies which go to another place by themselves, or forgets it. */
export function setCopiesPassphrase(
  terminal: Terminal,
  choice: StationChoice,
  { forget }: { readonly forget: boolean },
  stdin: NodeJS.ReadStream,
): Promise<void> {
  return withLedger(choice, 'beside', async (ledger, { secrets, settings }) => {
    const passphrase = forget ? null : await readPassphrase(terminal, stdin, { twice: true });
    if (passphrase !== null) refuseWeak(passphrase);
    const action = passphrase === null ? 'secret.cleared' : 'secret.set';
    const detail = { what: 'passphrase of the copies' };
    const entry = { actor: actor(), action, subject: settings.environment, detail } as const;
    await recordFirst(ledger, systemClock.now, entry, () =>
      keepCopiesPassphrase(secrets, settings.environment, passphrase),
    );
    show(terminal, { passphrase: passphrase !== null }, () =>
      passphrase === null
        ? ['Only this station can open new copies.']
        : [
            `The passphrase is saved in ${secrets.describe()}. New copies open with the passphrase on any computer.`,
            'Keep the passphrase in another place as well: without it nobody can open the copies if this station is lost.',
          ],
    );
  });
}
