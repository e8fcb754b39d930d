import { useEffect, useRef, useState } from 'react';
import type { ItemText } from '../../../src-main/contract/views/task.ts';
import { Button } from '../../components/input/button.tsx';
import { SearchField } from '../../components/input/field.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { Marked, Marking } from '../../components/marked.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { nameText } from '../../strings/issue-text.ts';
import { rangesText } from '../../strings/range-text.ts';
import { t } from '../../strings/translate.ts';

type Section = ItemText['records'][number]['sections'][number];

interface DocumentTextProps {
  readonly text: ItemText;
  /** The number of the page that the viewer shows. */
  readonly page: number;
  /** The text of the search by which the person found the Task. */
  readonly search: string;
  onPage(page: number): void;
}

/**
 * Shows the texts that the service read in a document, and marks the words of a search. When the viewer shows another page, the text of
 * that page scrolls into view.
 */
export function DocumentText({ text, page, search, onPage }: DocumentTextProps) {
  const [wanted, setWanted] = useState(search);
  const { panel, count, next } = useMarks(wanted, page, onPage);
  return (
    <aside className="stack gap-3 min-0 document-text" aria-label={t('document.text')}>
      <h3>{t('document.text')}</h3>
      <div className="row gap-2 document-find">
        <SearchField
          label={t('document.find')}
          placeholder={t('document.find')}
          value={wanted}
          onChange={setWanted}
        />
        <Button size="small" isDisabled={count === 0} onPress={next}>
          {t('document.findNext')}
        </Button>
      </div>
      <p className="quiet numbers" role="status">
        {wanted.trim() !== '' && t('document.found', { count })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a person must be able to scroll this part with the keyboard */}
      <section ref={panel} className="stack gap-4 grow scrolls" tabIndex={0} aria-label={t('document.text')}>
        <Marking search={wanted}>
          {keyed(text.records).map(({ key, item: { record_type: type, fields, sections } }) => (
            <article key={key} className="stack gap-3">
              <h4 className="document-record">{nameText(type)}</h4>
              {keyed(sections).map(({ key: at, item: section }) => (
                <SectionText key={at} section={section} page={page} onPage={onPage} />
              ))}
              {sections.some((section) => JSON.stringify(section.fields) === JSON.stringify(fields)) || (
                <Fields fields={fields} />
              )}
            </article>
          ))}
        </Marking>
      </section>
    </aside>
  );
}

interface SectionTextProps extends Pick<DocumentTextProps, 'page' | 'onPage'> {
  readonly section: Section;
}

function SectionText({ section, page, onPage }: SectionTextProps) {
  const place = rangesText([section]);
  const paged = section.unit === 'page';
  const shown = paged && section.from <= page && page <= (section.to ?? section.from);
  return (
    <section
      className="stack gap-2 document-section"
      data-page={paged ? section.from : undefined}
      data-shown={shown || undefined}
    >
      {paged && !shown ? (
        <Button kind="quiet" size="small" onPress={() => onPage(section.from)}>
          {t('document.showPlace', { place })}
        </Button>
      ) : (
        <p className="quiet">{place}</p>
      )}
      <p className="document-words">
        <Marked text={section.text} />
      </p>
      <Fields fields={section.fields} />
    </section>
  );
}

function Fields({ fields }: Pick<Section, 'fields'>) {
  if (fields === null || Object.keys(fields).length === 0) return null;
  return <JsonView value={fields} />;
}

/** Counts the marked words in the panel, and moves from one mark to the next. `next` also shows the page of the mark in the viewer. */
function useMarks(search: string, page: number, onPage: (page: number) => void) {
  const panel = useRef<HTMLElement>(null);
  const [count, setCount] = useState(0);
  const at = useRef(-1);
  const marks = () => [...(panel.current?.querySelectorAll('mark') ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks change when `search` changes
  useEffect(() => {
    setCount(marks().length);
    at.current = -1;
  }, [search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown text changes when `page` changes
  useEffect(() => {
    const shown = panel.current?.querySelector('[data-shown]');
    const mark = shown?.querySelector('mark[data-current]') ?? shown?.querySelector('mark');
    if (mark == null) shown?.scrollIntoView({ block: 'start' });
    else mark.scrollIntoView({ block: 'center' });
  }, [page]);
  const next = () => {
    const all = marks();
    at.current = (at.current + 1) % all.length;
    const mark = all[at.current];
    for (const one of all) one.toggleAttribute('data-current', one === mark);
    const place = mark?.closest<HTMLElement>('[data-page]')?.dataset['page'];
    if (place !== undefined) onPage(Number(place));
    mark?.scrollIntoView({ block: 'center' });
  };
  return { panel, count, next };
}
