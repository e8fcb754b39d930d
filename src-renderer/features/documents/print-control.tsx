import { useEffect, useRef, useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../../components/input/button.tsx';
import { PrintSheet } from '../../components/print-sheet.tsx';
import { Progress } from '../../components/progress.tsx';
import { t } from '../../strings/translate.ts';
import type { ViewTools } from './view-bar.tsx';

interface PrintControlProps {
  readonly count: number;
  /** The number of the page that the viewer shows. */
  readonly page: number;
  readonly tools: ViewTools;
  /** Returns a page as an image. Undefined for a document that is printed as `text`. */
  picture?(page: number): Promise<Blob>;
  readonly text?: string;
}

type Job =
  | { readonly state: 'preparing'; readonly done: number; readonly of: number }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly pictures: readonly string[] };

/**
 * Prints all pages of a document, or only the shown page. The printed pages are never turned, even if the viewer shows the page turned. The
 * images exist in memory only until the print dialog is closed (I11).
 */
export function PrintControl({ count, page, tools, picture, text }: PrintControlProps) {
  const [job, setJob] = useState<Job | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const print = async (only: number | null) => {
    running.current?.abort();
    const stopped = new AbortController();
    const { signal } = stopped;
    running.current = stopped;
    if (!(await tools.notePrinted(only)) || signal.aborted) return;
    const made: string[] = [];
    signal.addEventListener('abort', () => {
      for (const url of made) URL.revokeObjectURL(url);
      setJob(null);
    });
    const pages = only === null ? Array.from({ length: count }, (_, index) => index + 1) : [only];
    try {
      for (const [done, one] of picture === undefined ? [] : pages.entries()) {
        setJob({ state: 'preparing', done, of: pages.length });
        const blob = await picture?.(one);
        if (signal.aborted) return;
        if (blob !== undefined) made.push(URL.createObjectURL(blob));
      }
      setJob({ state: 'ready', pictures: made });
    } catch {
      stopped.abort();
      setJob({ state: 'failed' });
    }
  };
  usePrintKey(() => void print(null));

  return (
    <>
      {job?.state === 'preparing' ? (
        <span className="middle gap-2 document-tools">
          <Progress
            label={t('document.preparing', { page: job.done + 1, count: job.of })}
            value={job.done}
            total={job.of}
          />
          <span className="quiet numbers" role="status">
            {t('document.preparing', { page: job.done + 1, count: job.of })}
          </span>
          <Button size="small" onPress={() => running.current?.abort()}>
            {t('common.cancel')}
          </Button>
        </span>
      ) : (
        <PrintButton count={count} page={page} onPrint={(only) => void print(only)} />
      )}
      {job?.state === 'failed' && <p role="alert">{t('document.notPrinted')}</p>}
      {job?.state === 'ready' && (
        <PrintSheet onDone={() => running.current?.abort()}>
          {text !== undefined && <pre className="print-text">{text}</pre>}
          {job.pictures.map((url) => (
            <div key={url} className="print-page">
              <img src={url} alt="" />
            </div>
          ))}
        </PrintSheet>
      )}
    </>
  );
}

interface PrintButtonProps extends Pick<PrintControlProps, 'count' | 'page'> {
  onPrint(page: number | null): void;
}

function PrintButton({ count, page, onPrint }: PrintButtonProps) {
  if (count === 1) {
    return (
      <Button size="small" onPress={() => onPrint(null)}>
        {t('document.print')}
      </Button>
    );
  }
  return (
    <MenuTrigger>
      <Button size="small">{t('print.menu')}</Button>
      <Popover className="card menu-popover" placement="bottom end">
        <Menu className="menu" aria-label={t('print.menu')}>
          <MenuItem className="row gap-3 menu-item" onAction={() => onPrint(null)}>
            {t('document.print.all', { count })}
          </MenuItem>
          <MenuItem className="row gap-3 menu-item" onAction={() => onPrint(page)}>
            {t('document.print.page', { page })}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Handles Ctrl+P and Command+P, because the print command of the browser would print the dialog as it appears on the screen. */
function usePrintKey(print: () => void): void {
  const current = useRef(print);
  useEffect(() => {
    current.current = print;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.key.toLowerCase() !== 'p') return;
      event.preventDefault();
      current.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
