import { z } from 'zod';
import { appendAudit } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import { type Ledger, readOne } from '../ledger/db/ledger.ts';
import {
  isOwnerUnproven,
  type LedgerOwner,
  readOwner,
  readStopped,
  type StoppedOrganisation,
  writeOwner,
  writeStopped,
} from '../ledger/tables/owner.ts';
import { PlainError } from '../plain-error.ts';
import type { Admission, Organisation, RecordOwner } from '../service/sign-in/record-owner.ts';

/** Who is named for what nobody asked for. */
const PROGRAM = 'clearfolder';

/**
 * Keeps a ledger to its organisation (I12). A ledger without one, new or of an older Clearfolder, takes the organisation of
 * the first sign-in. If the ledger already knows Tasks, the service must have the newest of these Tasks under that organisation; an
 * older ledger with a create of unknown outcome and no Task at all waits for a person.
 */
export function recordOwner(ledger: Ledger, clock: Pick<Clock, 'now'>): RecordOwner {
  function stop({ id, name }: Organisation, record: string | null): Admission {
    const known = readStopped(ledger);
    if (known?.id !== id || known.name !== name) writeStopped(ledger, { id, name });
    return { do: 'stop', record };
  }

  function keep(organisation: Organisation, known: LedgerOwner | null): void {
    ledger.transaction(() => {
      writeOwner(ledger, { ...known, ...organisation });
      writeStopped(ledger, null);
      const names = known === null ? {} : { former_name: known.name };
      appendAudit(ledger, {
        at: clock.now(),
        actor: PROGRAM,
        action: known === null ? 'organisation.kept' : 'organisation.renamed',
        subject: organisation.id,
        detail: { name: organisation.name, ...names },
      });
    });
  }

  function admitFirst(organisation: Organisation): Admission {
    if (readStopped(ledger)?.id === organisation.id) return stop(organisation, null);
    const own = newestTask(ledger, 'own');
    if (own !== null) return { do: 'prove', taskUuid: own };
    if (isOwnerUnproven(ledger)) return stop(organisation, null);
    const any = newestTask(ledger, 'any');
    if (any !== null) return { do: 'prove', taskUuid: any };
    keep(organisation, null);
    return { do: 'send' };
  }

  return {
    admit(organisation) {
      const owner = readOwner(ledger);
      if (owner === null) return admitFirst(organisation);
      if (owner.id !== organisation.id) return stop(organisation, owner.name);
      if (owner.name !== organisation.name) keep(organisation, owner);
      if (readStopped(ledger) !== null) writeStopped(ledger, null);
      return { do: 'send' };
    },
    learn(organisation, hasTask) {
      if (readOwner(ledger) !== null) return;
      if (hasTask) keep(organisation, null);
      else stop(organisation, null);
    },
  };
}

/**
 * A person says that the organisation whose api_secret stopped everything is the one of this ledger: its name or credential
 * changed. Gives its name. To be told to a running engine, as a change of the api_secret is.
 *
 * @throws PlainError `organisation.not-stopped` where no such organisation is known, or not the one of `expected`
 */
export function sameOrganisation(
  ledger: Ledger,
  { actor, now, expected = null }: { actor: string; now: number; expected?: string | null },
): StoppedOrganisation {
  return ledger.transaction(() => {
    const stopped = readStopped(ledger);
    if (stopped === null || (expected !== null && stopped.id !== expected)) throw notStopped();
    const owner = readOwner(ledger);
    const former = owner === null ? [] : [...new Set([...(owner.former ?? []), owner.id])];
    writeOwner(ledger, { ...stopped, former: former.filter((id) => id !== stopped.id) });
    writeStopped(ledger, null);
    const detail = { name: stopped.name, former_name: owner?.name ?? null, former_id: owner?.id ?? null };
    appendAudit(ledger, { at: now, actor, action: 'organisation.same', subject: stopped.id, detail });
    return stopped;
  });
}

function notStopped(): PlainError {
  return new PlainError(
    'organisation.not-stopped',
    'The current api_secret does not belong to a different organization. Nothing was changed.',
    'Check the api_secret with: clearfolder secret check',
  );
}

/** A Task of another station proves nothing about what this station sent: it may have been listed under another api_secret. */
function newestTask(ledger: Ledger, whose: 'own' | 'any'): string | null {
  const newest = ledger.prepared(
    `SELECT uuid FROM task ${whose === 'own' ? 'WHERE mine = 1' : ''} ORDER BY created DESC LIMIT 1`,
  );
  return readOne(newest, z.object({ uuid: z.string() }))?.uuid ?? null;
}
