import type { LockState } from '../../../contract/views/lock.ts';
import type { Clock } from '../../../core/clock.ts';
import { engineMark } from '../../../core/data-folder/engine-lock.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { lockResets, writeLockStanding } from '../../../core/lock/lock-state.ts';
import { createPinStore } from '../../../core/lock/pin-store.ts';
import { describeError } from '../../../core/log/describe-error.ts';
import type { SecretStore } from '../../../core/secrets/secret-store.ts';
import type { Supervisor } from '../supervisor.ts';
import { type ComputerPorts, createLock } from './lock.ts';
import { createLockAudit } from './lock-audit.ts';

/** The lock of the station that the supervisor has open: its settings, its secret store, its ledger. */
export async function createStationLock({
  supervisor,
  clock,
  computer,
  user,
  onChange,
  onFault,
}: {
  supervisor: Supervisor;
  clock: Clock;
  computer: ComputerPorts;
  user: string;
  onChange: (state: LockState) => void;
  onFault: (error: string) => void;
}) {
  const pins = createPinStore({ store: () => supervisor.station().secrets, clock });
  const running = () => {
    const standing = supervisor.standing();
    return standing.state === 'running' ? standing.running.ledger : null;
  };
  const audit = createLockAudit({ ledger: running, clock, onFault });
  let told: { readonly ledger: Ledger; readonly locked: boolean | null } | null = null;
  const standing = (locked: boolean | null): void => {
    const ledger = running();
    if (ledger === null || (told?.ledger === ledger && told.locked === locked)) return;
    try {
      const said = locked === null ? null : locked ? 'locked' : 'open';
      writeLockStanding(ledger, said, engineMark(supervisor.station().folder.path));
      told = { ledger, locked };
    } catch {
      // Tried again at the next look. A disk that is full refuses the command line as well: nobody could keep who looks.
    }
  };
  const resets = (): number | null => {
    try {
      const ledger = supervisor.ledger();
      return ledger === null ? null : lockResets(ledger);
    } catch (error) {
      onFault(describeError(error));
      return null;
    }
  };
  let store: SecretStore | null = null;
  let stores = 0;
  const mark = () => {
    const { secrets } = supervisor.station();
    if (secrets !== store) stores += 1;
    store = secrets;
    return `${stores} ${resets()}`;
  };
  const minutes = () => {
    try {
      return supervisor.station().settings.lock.idleMinutes;
    } catch {
      // The settings could not be read yet; neither can anything that would have to be hidden.
      return undefined;
    }
  };
  const lock = await createLock({ clock, pins, minutes, mark, computer, audit, standing, onChange, user });
  return { lock, pins, audit: audit.add };
}
