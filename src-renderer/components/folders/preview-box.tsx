import type { ReactNode } from 'react';
import type { Preview } from '../../state/queries/use-preview.ts';
import { Disclosure } from '../disclosure.tsx';
import { FailureBox } from '../failure-box.tsx';
import { Loading } from '../progress.tsx';
import './folder-parts.css';
import { isMessage, t } from '../../strings/translate.ts';

export function PreviewBox({ preview }: { readonly preview: Preview }) {
  const { data, failure, looking } = preview;
  return (
    <section
      className="stack gap-3 min-0 folder-preview"
      aria-label={t('folders.preview')}
      aria-busy={looking}
    >
      <h3>{t('folders.preview')}</h3>
      {failure !== null && <FailureBox failure={failure} />}
      {looking && <Loading label={t('folders.preview.looking')} />}
      {data !== null && !data.reachable && <p className="field-fault">{t('folders.preview.unreachable')}</p>}
      {data?.reachable && (
        <>
          <p role="status" className="strong">
            {t('folders.preview.sum', { files: data.taken, tasks: data.tasks })}
          </p>
          <ul className="stack gap-2">
            {data.examples.slice(0, 6).map(({ group, files }) => (
              <li key={group} className="folder-preview-group">
                <bdi className="folder-preview-name">{group}</bdi>
                {files.length > 1 && (
                  <span className="quiet">{t('common.documents', { count: files.length })}</span>
                )}
                {files.length > 1 && (
                  <ul className="folder-preview-files">
                    {files.slice(0, 4).map((file) => (
                      <li key={file}>
                        <bdi>{file}</bdi>
                      </li>
                    ))}
                    {files.length > 4 && <li>{t('common.andMore', { count: files.length - 4 })}</li>}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          {data.tasks > 6 && <p className="quiet">{t('folders.preview.more', { count: data.tasks - 6 })}</p>}
          <Listed
            title={t('folders.preview.ignored', { count: data.ignored_count })}
            rows={data.ignored}
            count={data.ignored_count}
            why={({ rule }) => t('drop.ignored.by', { rule })}
          />
          <Listed
            title={t('folders.preview.held', { count: data.held_count })}
            rows={data.held}
            count={data.held_count}
            why={({ code }) => whyHeld(code)}
          />
          <Listed
            title={t('folders.preview.unreadable', { count: data.unreadable.length })}
            rows={data.unreadable}
            count={data.unreadable.length}
            why={({ code }) => code}
          />
        </>
      )}
    </section>
  );
}

function whyHeld(code: string): string {
  const key = `folders.held.${code}`;
  return isMessage(key) ? t(key) : code;
}

interface ListedProps<Row extends { readonly path: string }> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly count: number;
  why(row: Row): ReactNode;
}

function Listed<Row extends { readonly path: string }>({ title, rows, count, why }: ListedProps<Row>) {
  if (count === 0) return null;
  return (
    <Disclosure title={title}>
      <ul className="folder-preview-rows">
        {rows.map((row) => (
          <li key={row.path}>
            <bdi>{row.path}</bdi>: <span className="quiet">{why(row)}</span>
          </li>
        ))}
        {count > rows.length && <li>{t('common.andMore', { count: count - rows.length })}</li>}
      </ul>
    </Disclosure>
  );
}
