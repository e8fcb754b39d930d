import type { FoundTask } from '../../../src-main/contract/views/task.ts';
import { t } from '../../strings/translate.ts';
import { Marked } from '../marked.tsx';

/** Returns the words that a search found outside the row of the Task, and `where`, which says in what; null if there are none. */
export function foundPlace({ passage, note }: Pick<FoundTask, 'passage' | 'note'>) {
  const text = passage ?? note;
  return text === null ? null : { where: t(passage === null ? 'tasks.inNotes' : 'tasks.inDocuments'), text };
}

export type FoundPlace = NonNullable<ReturnType<typeof foundPlace>>;

export function FoundPlaceLine({ place: { where, text } }: { readonly place: FoundPlace }) {
  return (
    <>
      {where}{' '}
      <bdi>
        <Marked text={text} />
      </bdi>
    </>
  );
}
