import { z } from 'zod';
import { assertNever } from './assert-never.ts';
import { printable } from './printable.ts';

/**
 * A change of a setting that decides where documents come from, where documents go, how often a document goes out (`stations`), or where
 * updates come from (I9).
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
  /** The name of the environment for `address` and `secrets`; the id of the folder rule for `folder` and `callback`; null for every other `what`. */
  subject: z.string().nullable(),
  old: z.string().nullable(),
  new: z.string().nullable(),
});
export type Redirect = z.infer<typeof redirectSchema>;

export const redirectQuestionSchema = z.object({
  id: z.string(),
  /** How a person confirms the changes. `pin`: with the PIN of the station. `code`: with a code that the program prints in its terminal. */
  means: z.enum(['pin', 'code']),
  changes: z.array(redirectSchema),
});
export type RedirectQuestion = z.infer<typeof redirectQuestionSchema>;

export function describeRedirect(change: Redirect): string {
  const { what } = change;
  // `printable` escapes control characters, so that no path or address can look like a different path or address.
  const [subject, old, next] = [change.subject, change.old, change.new].map(
    (text) => text && printable(text),
  );
  const instead = !old ? '' : ` instead of ${old}`;
  switch (what) {
    case 'service':
      return next === null
        ? `Documents go to practice mode on this computer${instead}.`
        : `Documents go to ${next}${old === null ? ' instead of practice mode on this computer' : instead}.`;
    case 'environment':
      return `Documents go to environment "${next}"${instead}. This environment has its own api_secret and record of what was sent.`;
    case 'organisation':
      return `Documents go to the account of organization "${next}"${instead}.`;
    case 'address':
      return next === null
        ? `Environment "${subject}" with the address ${old} is removed.`
        : `Environment "${subject}" has the address ${next}${instead}.`;
    case 'proxy':
      return next === null
        ? `Connections go directly, without the proxy ${old}.`
        : `Connections go through the proxy ${next}${instead}.`;
    case 'authority':
      return next === null
        ? `Clearfolder no longer trusts the certificates in ${old}.`
        : `Clearfolder trusts the certificates in ${next}${instead}.`;
    case 'listener':
      return next === null
        ? `Clearfolder no longer listens for callbacks on ${old}.`
        : `Clearfolder listens for callbacks on ${next}${instead}.`;
    case 'copies':
      return next === null
        ? `Clearfolder no longer writes copies of the record of what was sent to ${old}.`
        : `Clearfolder writes copies of the record of what was sent to ${next}${instead}.`;
    case 'folder':
      return next === null
        ? `Clearfolder no longer sends documents from ${old} (folder "${subject}").`
        : `Clearfolder sends documents from ${next}${instead} (folder "${subject}").`;
    case 'callback':
      if (subject === null)
        return `The service calls ${next} about the Task of the documents that you send now.`;
      return next === null
        ? `The service no longer calls ${old} about Tasks of folder "${subject}".`
        : `The service calls ${next}${instead} about each Task of folder "${subject}".`;
    case 'updates':
      return `Updates, which replace Clearfolder, come from ${next ?? 'the address that its package was built with'}${instead}.`;
    case 'secrets':
      return next === null
        ? `The api_secret and the keys of environment "${subject}" are kept in the system's keychain.`
        : `The api_secret and the keys of environment "${subject}" are kept in a private file instead of the system's keychain. Whoever can read the files of this account can read them.`;
    case 'stations':
      return next === null
        ? `The stations no longer record in the database ${old} who sends which document.`
        : `The stations record in the database ${next}${instead} who sends which document. With another database than the other stations, documents can be sent twice.`;
    case 'pin':
      return next === null
        ? 'The PIN of this station will be deleted, and the station will no longer lock.'
        : 'This station gets a PIN. After that, every change of this kind needs the PIN.';
    default:
      return assertNever(what);
  }
}
