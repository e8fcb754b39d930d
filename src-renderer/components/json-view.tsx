import { useState } from 'react';
import { t } from '../strings/translate.ts';
import { Button } from './input/button.tsx';
import { Marked } from './marked.tsx';
import { keyed } from './rows/keyed.ts';
import './json-view.css';

const AT_ONCE = 100;

/** Shows a JSON value to a person: an object as names and values, and a list of similar objects as a table (`columnsOf`). */
export function JsonView({ value }: { readonly value: unknown }) {
  if (Array.isArray(value)) return <JsonList items={value} />;
  if (isObject(value)) return <JsonObject entries={Object.entries(value)} />;
  return (
    <span className="break json-value">
      <Marked text={scalarText(value)} />
    </span>
  );
}

function JsonObject({ entries }: { readonly entries: readonly (readonly [string, unknown])[] }) {
  const [shown, setShown] = useState(AT_ONCE);
  if (entries.length === 0) return <span className="soft">{t('common.none')}</span>;
  return (
    <>
      <dl className="json-object">
        {entries.slice(0, shown).map(([name, value]) => (
          <div key={name} className={isNested(value) ? 'json-pair json-pair-nested' : 'json-pair'}>
            <dt>{name}</dt>
            <dd>
              <JsonView value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <More left={entries.length - shown} onMore={() => setShown(shown + AT_ONCE)} />
    </>
  );
}

function JsonList({ items }: { readonly items: readonly unknown[] }) {
  const [shown, setShown] = useState(AT_ONCE);
  if (items.length === 0) return <span className="soft">{t('common.none')}</span>;
  const part = keyed(items.slice(0, shown));
  const columns = columnsOf(items);
  return (
    <>
      {columns === null ? (
        <ul className="stack gap-1 json-list">
          {part.map(({ key, item }) => (
            <li key={key}>
              <JsonView value={item} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="json-scroll">
          <table className="json-table">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {part.map(({ key, item }) => (
                <tr key={key}>
                  {columns.map((column) => (
                    <td key={column}>
                      {isObject(item) && Object.hasOwn(item, column) && (
                        <Marked text={scalarText(item[column])} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <More left={items.length - shown} onMore={() => setShown(shown + AT_ONCE)} />
    </>
  );
}

function More({ left, onMore }: { readonly left: number; onMore(): void }) {
  if (left <= 0) return null;
  return (
    <Button kind="quiet" size="small" onPress={onMore}>
      {t('common.andMore', { count: left })}
    </Button>
  );
}

// Returns the columns of a table. Returns null if an item has nested values or all items together have more than 6 different fields.
function columnsOf(items: readonly unknown[]): readonly string[] | null {
  if (items.length < 2 || !items.every(isObject)) return null;
  const columns = [...new Set(items.flatMap(Object.keys))];
  const flat = items.every((item) => !Object.values(item).some(isNested));
  return flat && columns.length > 0 && columns.length <= 6 ? columns : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function scalarText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function ScrollText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a person must be able to scroll this part with the keyboard
    <section className="grow scrolls scroll-text" tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}
