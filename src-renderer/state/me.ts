import { useVerb } from './queries/use-verb.ts';

/** Returns the name under which this person works: the audit names this person. Empty until the engine has answered. */
export function useMe(): string {
  return useVerb('app.info', {}).data?.user ?? '';
}
