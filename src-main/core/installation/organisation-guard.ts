import { existsSync } from 'node:fs';
import { otherOrganisation, type Problem } from '../../contract/problem.ts';
import { say } from '../../contract/say.ts';
import { appendAudit, PROGRAM } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import {
  isOwnerUnproven,
  type LedgerOwner,
  readOwner,
  readStopped,
  type StoppedOrganisation,
  writeOwner,
  writeSecretOrganisation,
  writeStopped,
} from '../ledger/tables/ledger-owner.ts';
import { PlainError } from '../plain-error.ts';
import { organisationId } from '../secrets/api-secret.ts';
import { ServiceError } from '../service/service-failure.ts';
import type { Admission, Organisation, RecordOwner } from '../service/sign-in/record-owner.ts';
import { openStationLedger, type Station } from './open-station.ts';

/**
 * Returns the check that the api_secret belongs to the organization that owns the ledger (I12). The first sign-in sets the owner, before
 * any request that could give the ledger a Task. A person must confirm if a ledger without an owner has a create of unknown outcome.
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
    if (isOwnerUnproven(ledger)) return stop(organisation, null);
    keep(organisation, null);
    return { do: 'send' };
  }

  return {
    admit(organisation) {
      const owner = readOwner(ledger);
      if (owner === null) return admitFirst(organisation);
      if (owner.id !== organisation.id) return stop(organisation, owner.name);
      if (organisation.name !== null && owner.name !== organisation.name) keep(organisation, owner);
      if (readStopped(ledger) !== null) writeStopped(ledger, null);
      return { do: 'send' };
    },
  };
}

/**
 * Makes the organization of `readStopped` the owner. A person confirmed that this organization is the former owner with a new name or
 * credential. The caller must then notify a running engine, as `noteSecretChange` does. @throws PlainError `organisation.not-stopped`
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
    say('secrets.currentApiSecretNot'),
    say('secrets.checkApiSecret'),
  );
}

/** Returns the problem for people if the present api_secret belongs to another organization than the ledger (I12); otherwise null. */
export function organisationProblem(ledger: Ledger): Problem | null {
  const stopped = readStopped(ledger);
  if (stopped === null) return null;
  return otherOrganisation({ secret: stopped.name, record: readOwner(ledger)?.name ?? null });
}

/** Whether the ledger belongs to another organization than the api_secret `secret`. Returns false for a ledger without an owner. */
function isOfOther(ledger: Ledger, secret: string): boolean {
  const owner = readOwner(ledger);
  return owner !== null && owner.id !== organisationId(secret);
}

/**
 * Stores the organization of a new api_secret. `name`: the organization's name; null if unknown. If another organization owns the ledger,
 * also stores this as the reason why all sending stops. A null `secret` means that the api_secret was removed.
 */
export function noteOrganisation(ledger: Ledger, secret: string | null, name: string | null): void {
  keepSecretOrganisation(ledger, secret);
  const other = secret !== null && isOfOther(ledger, secret);
  writeStopped(ledger, other ? { id: organisationId(secret), name } : null);
}

export function keepSecretOrganisation(ledger: Ledger, secret: string | null): void {
  writeSecretOrganisation(ledger, secret === null ? null : organisationId(secret));
}

/**
 * Returns the owner of the station's ledger.
 * - `nobody`: no organization owns the ledger yet, or there is no ledger
 * - `same`: the organization of the api_secret `secret` owns the ledger
 * - `record`: another organization with this name owns the ledger; null if its name is unknown
 */
export async function ownerFor(
  station: Station,
  secret: string,
): Promise<'nobody' | 'same' | { readonly record: string | null }> {
  if (!existsSync(station.paths.ledger)) return 'nobody';
  const { ledger } = await openStationLedger(station, 'reader');
  try {
    const owner = readOwner(ledger);
    const id = organisationId(secret);
    const stopped = owner === null ? readStopped(ledger)?.id === id : owner.id !== id;
    if (stopped) return { record: owner?.name ?? null };
    return owner === null ? 'nobody' : 'same';
  } finally {
    ledger.close();
  }
}

/**
 * Rejects with ServiceError `other-organisation` if another organization than that of the present api_secret owns the ledger. Resolves to
 * false if the ledger has no owner yet, and otherwise to true. Must be called after the token exchange and before any other request.
 * `name`: the name of the api_secret's organization.
 */
export async function refuseOther(station: Station, name: string | null): Promise<boolean> {
  const secret = await station.credentials.readSecret();
  if (secret === null || !existsSync(station.paths.ledger)) return true;
  const owner = await ownerFor(station, secret);
  if (typeof owner === 'string') return owner === 'same';
  throw new ServiceError({ kind: 'other-organisation', secret: name, record: owner.record });
}
