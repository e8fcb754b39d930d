import { useLive } from './live.ts';
import { useVerb } from './queries/use-verb.ts';

/** Returns the name under which this person works: the audit names this person. Empty until the engine has answered. */
export function useMe(): string {
  const person = useLive((live) => live.lock?.person ?? null);
  const account = useVerb('app.info', {}).data?.user ?? '';
  return person ?? account;
}
