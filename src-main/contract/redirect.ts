import { z } from 'zod';
import { assertNever } from './assert-never.ts';
import { printable } from './printable.ts';
import { type Said, say } from './say.ts';

/**
 * A change of a setting that decides where documents come from, where documents go, whether several stations could send the same document
 * (`stations`), or where updates come from (I9).
 * A change of the PIN is also a redirect, because the PIN confirms other redirects. A null `old` or `new` means no value.
 */
export const redirectSchema = z.object({
  what: z.enum([
    'service',
    'environment',
    'organisation',
    'address',
    'proxy',
    'authority',
    'listener',
    'copies',
    'folder',
    'callback',
    'updates',
    'secrets',
    'stations',
    'pin',
  ]),
  /**
   * The name of the environment if `what` is `address` or `secrets`; the id of the folder rule if `what` is `folder` or `callback`;
   * otherwise null.
   */
  subject: z.string().nullable(),
  old: z.string().nullable(),
  new: z.string().nullable(),
  /** For `folder`: the address of the service that gets the documents of the folder. Practice mode has no such address. */
  to: z.string().optional(),
});
export type Redirect = z.infer<typeof redirectSchema>;

export const redirectQuestionSchema = z.object({
  id: z.string(),
  /**
   * How a person confirms the changes. `pin`: with the PIN of the station. `code`: with a code that the program prints in the terminal
   * in which a person started the program. `code-in-log`: the program was started without a terminal, for example as a service, so the code
   * is in the log of the program's output.
   */
  means: z.enum(['pin', 'code', 'code-in-log']),
  changes: z.array(redirectSchema),
});
export type RedirectQuestion = z.infer<typeof redirectQuestionSchema>;

export function describeRedirect(change: Redirect): Said {
  const { what } = change;
  // `printable` escapes control characters, so that no path or address can look like a different path or address.
  const shown = (text: string | null) => (text === null ? null : printable(text));
  const next = shown(change.new);
  const subject = shown(change.subject) ?? '';
  const old = shown(change.old) ?? '';
  const instead = old === '' ? '' : say('station.insteadOf', { old });
  switch (what) {
    case 'service':
      if (next === null) return say('station.usesPracticeModeComputer', { instead });
      return say('station.signsAfterConnect', {
        next,
        instead: old === '' ? say('station.insteadPracticeModeComputer') : instead,
      });
    case 'environment':
      return say('station.worksEnvironmentEnvironmentApi', { next: next ?? '', instead });
    case 'organisation':
      return say('station.documentsGoAccountOrganization', {
        next: next ?? '',
        instead,
      });
    case 'address':
      return next === null
        ? say('station.environmentAddressRemoved', { subject, old })
        : say('station.environmentAddress', { subject, next, instead });
    case 'proxy':
      return next === null
        ? say('station.connectionsGoDirectly', { old })
        : say('station.connectionsGoThroughProxy', { next, instead });
    case 'authority':
      return next === null
        ? say('station.noLongerTrustsCertificates', { old })
        : say('station.trustsCertificates', { next, instead });
    case 'listener':
      return next === null
        ? say('station.noLongerListensCallbacks', { old })
        : say('station.listensCallbacks', { next, instead });
    case 'copies':
      return next === null
        ? say('station.noLongerWritesCopies', { old })
        : say('station.writesCopiesRecordWhat', {
            next,
            instead,
          });
    case 'folder':
      if (next === null)
        return say('station.noLongerSendsDocuments', {
          old,
          subject,
        });
      return change.to === undefined
        ? say('station.practiceModeReadsDocuments', { next, instead, subject })
        : say('station.sendDocumentsFolder', {
            next,
            instead,
            subject,
            to: printable(change.to),
          });
    case 'callback':
      if (change.subject === null)
        return say('station.serviceCallsAboutTask', {
          next: next ?? '',
        });
      return next === null
        ? say('station.serviceNoLongerCalls', { old, subject })
        : say('station.serviceCallsAboutEach', {
            next,
            instead,
            subject,
          });
    case 'updates':
      return say('station.updatesReplaceCome', {
        next: next ?? say('station.addressPackageBuilt'),
        instead,
      });
    case 'secrets':
      return next === null
        ? say('station.apiSecretKeysEnvironment', {
            subject,
          })
        : say('station.apiSecretKeysEnvironmentKept', { subject });
    case 'stations':
      return next === null
        ? say('station.stationsNoLongerRecord', { old })
        : say('station.stationsRecordDatabaseSends', { next, instead });
    case 'pin':
      return next === null ? say('station.pinStationDeleted') : say('station.stationGetsPin');
    default:
      return assertNever(what);
  }
}
