import { type DragEvent, useEffect, useState } from 'react';
import { Icon } from '../components/icon.tsx';
import type { GivenFile } from '../host/host.ts';
import { useHost } from '../state/host-context.ts';
import { sayFailure } from '../state/notices.ts';
import { beginDrop, holdsFiles, useDropTargets } from '../state/uploads.ts';
import { t } from '../strings/translate.ts';
import './window-drop.css';

interface ZoneProps {
  readonly label: string;
  readonly hint: string | null;
  take(files: readonly GivenFile[]): void;
}

function Zone({ label, hint, take }: ZoneProps) {
  const host = useHost();
  const [over, setOver] = useState(false);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    const files = await host.filesOf(event.dataTransfer).catch(() => null);
    if (files === null) sayNothingAdded(t('drop.unreadable'), t('drop.unreadable.next'));
    else if (files.length === 0) sayNothingAdded(t('drop.noFiles'), t('drop.noFiles.next'));
    else take(files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the pointer needs this zone; keyboard users have the button "Add documents"
    <div
      className={over ? 'window-drop-zone window-drop-over' : 'window-drop-zone'}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <Icon name="outbox" />
      <p className="window-drop-label">{label}</p>
      {hint !== null && <p>{hint}</p>}
    </div>
  );
}

const sayNothingAdded = (message: string, next: string) =>
  sayFailure({ code: 'drop.nothing-added', message, next });

/** Shows the drop zones during a drag. Also prevents the browser from opening a file that a person drops beside the zones. */
export function WindowDrop() {
  const host = useHost();
  const target = useDropTargets((targets) => targets.target);
  const [dragging, setDragging] = useState(false);

  useEffect(() => {
    // `dragover` shows the zones too, because a drag may have entered the window before this component listened.
    const over = (event: globalThis.DragEvent) => {
      event.preventDefault();
      if (holdsFiles(event.dataTransfer)) setDragging(true);
    };
    const leave = (event: globalThis.DragEvent) => {
      const isOutside = event.relatedTarget === null;
      if (isOutside) setDragging(false);
    };
    const drop = (event: globalThis.DragEvent) => {
      event.preventDefault();
      setDragging(false);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragenter', over, { signal });
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, []);

  if (!dragging) return null;
  return (
    <section className="window-drop" aria-label={target?.label ?? t('shell.dropNew')}>
      {target !== null && <Zone label={target.label} hint={null} take={target.take} />}
      {target?.sole !== true && (
        <Zone
          label={t('shell.dropNew')}
          hint={t('shell.dropNewHint')}
          take={(files) => void beginDrop(host, files)}
        />
      )}
    </section>
  );
}
