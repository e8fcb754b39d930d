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
  const instead = old === '' ? '' : say(' instead of {old}', { old });
  switch (what) {
    case 'service':
      if (next === null) return say('Clearfolder uses practice mode on this computer{instead}.', { instead });
      return say(
        'Clearfolder signs in at {next}{instead}. After you connect, the documents that you send go to this service.',
        { next, instead: old === '' ? say(' instead of practice mode on this computer') : instead },
      );
    case 'environment':
      return say(
        'Clearfolder works for environment "{next}"{instead}. This environment has its own api_secret and record of what was sent.',
        { next: next ?? '', instead },
      );
    case 'organisation':
      return say('Documents go to the account of organization "{next}"{instead}.', {
        next: next ?? '',
        instead,
      });
    case 'address':
      return next === null
        ? say('Environment "{subject}" with the address {old} is removed.', { subject, old })
        : say('Environment "{subject}" has the address {next}{instead}.', { subject, next, instead });
    case 'proxy':
      return next === null
        ? say('Connections go directly, without the proxy {old}.', { old })
        : say('Connections go through the proxy {next}{instead}.', { next, instead });
    case 'authority':
      return next === null
        ? say('Clearfolder no longer trusts the certificates in {old}.', { old })
        : say('Clearfolder trusts the certificates in {next}{instead}.', { next, instead });
    case 'listener':
      return next === null
        ? say('Clearfolder no longer listens for callbacks on {old}.', { old })
        : say('Clearfolder listens for callbacks on {next}{instead}.', { next, instead });
    case 'copies':
      return next === null
        ? say('Clearfolder no longer writes copies of the record of what was sent to {old}.', { old })
        : say('Clearfolder writes copies of the record of what was sent to {next}{instead}.', {
            next,
            instead,
          });
    case 'folder':
      if (next === null)
        return say('Clearfolder no longer sends documents from {old} (folder "{subject}").', {
          old,
          subject,
        });
      return change.to === undefined
        ? say(
            'Practice mode reads the documents in {next}{instead} (folder "{subject}"). No document leaves this computer.',
            { next, instead, subject },
          )
        : say('Clearfolder will send documents from {next}{instead} (folder "{subject}") to {to}.', {
            next,
            instead,
            subject,
            to: printable(change.to),
          });
    case 'callback':
      if (change.subject === null)
        return say('The service calls {next} about the Task of the documents that you send now.', {
          next: next ?? '',
        });
      return next === null
        ? say('The service no longer calls {old} about Tasks of folder "{subject}".', { old, subject })
        : say('The service calls {next}{instead} about each Task of folder "{subject}".', {
            next,
            instead,
            subject,
          });
    case 'updates':
      return say('Updates, which replace Clearfolder, come from {next}{instead}.', {
        next: next ?? say('the address that its package was built with'),
        instead,
      });
    case 'secrets':
      return next === null
        ? say('The api_secret and the keys of environment "{subject}" are kept in the system\'s keychain.', {
            subject,
          })
        : say(
            'The api_secret and the keys of environment "{subject}" are kept in a private file instead of the system\'s keychain. Whoever can read the files of this account can read them.',
            { subject },
          );
    case 'stations':
      return next === null
        ? say('The stations no longer record in the database {old} who sends which document.', { old })
        : say(
            'The stations record in the database {next}{instead} who sends which document. With another database than the other stations, documents can be sent twice.',
            { next, instead },
          );
    case 'pin':
      return next === null
        ? say('The PIN of this station will be deleted, and the station will no longer lock.')
        : say('This station gets a PIN. After that, every change of this kind needs the PIN.');
    default:
      return assertNever(what);
  }
}
