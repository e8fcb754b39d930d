import { useState } from 'react';
import type { Place } from '../../src-main/contract/events.ts';
import { Dialog } from '../components/dialog.tsx';
import { Button } from '../components/input/button.tsx';
import { SearchField } from '../components/input/field.tsx';
import { Marked, Marking } from '../components/marked.tsx';
import { keyed } from '../components/rows/keyed.ts';
import { openKeys } from '../state/panels.ts';
import { type Help, type HelpTopic, helpOf, searchHelp } from '../strings/help.ts';
import { t } from '../strings/translate.ts';
import './help.css';

interface HelpPanelProps {
  /** The screen, or the outbox, that the person sees beside the help. */
  readonly topic: Place['screen'] | Extract<HelpTopic, 'outbox'>;
  onClose(): void;
}

/** Shows the help for the screen `topic` beside the screen. A search covers the help for all screens. */
export function HelpPanel({ topic, onClose }: HelpPanelProps) {
  const [search, setSearch] = useState('');
  const searched = search.trim() !== '';
  const here = helpOf(topic);
  const found = searched ? searchHelp(search) : [here];
  const actions = (
    <>
      <Button onPress={openKeys}>{t('shell.keys')}</Button>
      <Button kind="primary" onPress={onClose}>
        {t('common.close')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('help.title', { screen: here.title })} size="side" onClose={onClose} actions={actions}>
      <div className="row">
        <SearchField
          label={t('help.search')}
          placeholder={t('help.search')}
          value={search}
          onChange={setSearch}
        />
      </div>
      <p className="visually-hidden" role="status">
        {searched && t('help.found', { count: found.length })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a person must be able to scroll this part with the keyboard */}
      <section className="stack gap-5 grow scrolls help" tabIndex={0} aria-label={t('help.text')}>
        <Marking search={search}>
          {found.length === 0 && <p className="soft">{t('help.nothing')}</p>}
          {found.map((help) => (
            <HelpText key={help.topic} help={help} named={searched} />
          ))}
        </Marking>
      </section>
    </Dialog>
  );
}

function HelpText({
  help: { title, shows, parts },
  named,
}: {
  readonly help: Help;
  readonly named: boolean;
}) {
  const Part = named ? 'h4' : 'h3';
  return (
    <article className="stack gap-4">
      {named && <h3 className="help-screen">{title}</h3>}
      {(!named || parts.every(({ entries }) => entries.length === 0)) && (
        <p>
          <Marked text={shows} />
        </p>
      )}
      {parts
        .filter(({ entries }) => entries.length > 0)
        .map(({ part, entries }) => (
          <section key={part} className="stack gap-2">
            <Part className="help-part">{t(`help.${part}`)}</Part>
            <dl className="stack gap-3">
              {keyed(entries).map(({ key, item: entry }) => (
                <div key={key}>
                  <dt className="strong">
                    <Marked text={entry.title} />
                  </dt>
                  <dd className="soft">
                    <Marked text={entry.text} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </article>
  );
}
