import { useVerb } from './use-verb.ts';

/**
 * Returns the known task types. `only` is the task type with which a form starts: the known task type if there is exactly one, otherwise an
 * empty text.
 */
export function useTaskTypes(): { readonly known: readonly string[]; readonly only: string } {
  const known = useVerb('task-types.known', {}).data ?? [];
  const [first = ''] = known;
  return { known, only: known.length === 1 ? first : '' };
}
