import { useMemo, useState } from 'react';
import { findWords, passageOf, searchWords } from '../../../src-main/contract/texts/find-words.ts';
import type { ItemText, TaskDetail } from '../../../src-main/contract/views/task.ts';
import { Button } from '../../components/input/button.tsx';
import { Marked } from '../../components/marked.tsx';
import { keyed } from '../../components/rows/keyed.ts';
import { Section } from '../../components/screen.tsx';
import { useVerb } from '../../state/queries/use-verb.ts';
import { nameText } from '../../strings/issue-text.ts';
import { rangesText } from '../../strings/range-text.ts';
import { t } from '../../strings/translate.ts';
import { useDocuments } from '../documents/documents-provider.tsx';

const MOST = 5;
/** The maximum number of characters before the match in a passage. */
const BEFORE = 40;

/** Shows the places in the documents of the Task where the words of the search are. Shows nothing if there is no such place. */
export function FoundSection({ task, search }: { readonly task: TaskDetail; readonly search: string }) {
  const { nameOf, open } = useDocuments();
  const [most, setMost] = useState(MOST);
  const { data } = useVerb('tasks.texts', { task: task.uuid });
  const places = useMemo(() => placesOf(data ?? [], search), [data, search]);
  if (places.length === 0) return null;
  return (
    <Section title={t('task.found')}>
      <ul className="items">
        {keyed(places.slice(0, most)).map(({ key, item: { item, type, section, passage } }) => (
          <li key={key} className="item">
            <div className="wrap record-line">
              <Button kind="quiet" size="small" onPress={() => open(item, section)}>
                <bdi className="break left record-link">
                  {[nameText(type), nameOf(item), rangesText([section])].join(', ')}
                </bdi>
              </Button>
              <bdi className="task-note">
                <Marked text={passage} />
              </bdi>
            </div>
          </li>
        ))}
      </ul>
      {places.length > most && (
        <div className="wrap">
          <Button kind="quiet" size="small" onPress={() => setMost(places.length)}>
            {t('task.foundMore', { count: places.length - most })}
          </Button>
        </div>
      )}
    </Section>
  );
}

/** Returns the sections that contain all words of the search. If there are none, returns the sections that contain any of the words. */
function placesOf(texts: readonly ItemText[], search: string) {
  const words = searchWords(search);
  const places = texts.flatMap(({ data_item: item, records }) =>
    records.flatMap(({ record_type: type, fields, sections }) =>
      sections.flatMap((section, index) => {
        const text = [section.text, fieldText(section.fields), index === 0 ? fieldText(fields) : ''].join(
          '\n',
        );
        const passage = passageOf(text, words, BEFORE);
        const whole = words.every((word) => findWords(text, [word]).length > 0);
        return passage === null ? [] : [{ item, type, section, passage, whole }];
      }),
    ),
  );
  const whole = places.filter((place) => place.whole);
  return whole.length > 0 ? whole : places;
}

function fieldText(fields: ItemText['records'][number]['fields']): string {
  return Object.entries(fields ?? {})
    .map(([name, value]) => `${nameText(name)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}
