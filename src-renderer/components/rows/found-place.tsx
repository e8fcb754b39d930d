import type { FoundTask } from '../../../src-main/contract/views/task.ts';
import { t } from '../../strings/translate.ts';
import { Marked } from '../marked.tsx';

/**
 * Returns the passage or the note in which a search found its words, as `text`. `where` says whether `text` is from the documents or from the
 * staff notes. Returns null if the search found its words only in the row of the Task.
 */
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
