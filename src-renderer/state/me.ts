import { useLive } from './live.ts';
import { useVerb } from './queries/use-verb.ts';

/**
 * Returns the name that the audit shows for this person: the named user who unlocked the station, or else the account. Empty until the
 * engine has answered.
 */
export function useMe(): string {
  const person = useLive((live) => live.lock?.person ?? null);
  const account = useVerb('app.info', {}).data?.user ?? '';
  return person ?? account;
}
