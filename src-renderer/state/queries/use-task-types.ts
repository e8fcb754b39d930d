import { useVerb } from './use-verb.ts';

/** Returns the known task types, and the task type that a form begins with: the only known task type, or an empty text. */
export function useTaskTypes(): { readonly known: readonly string[]; readonly only: string } {
  const known = useVerb('task-types.known', {}).data ?? [];
  const [first = ''] = known;
  return { known, only: known.length === 1 ? first : '' };
}
