import { useRef } from 'react';
import type { DropFile } from '../../../src-main/contract/views/drop.ts';
import { IconButton } from '../../components/button.tsx';
import { takeEvent } from '../../state/live.ts';
import { sayFailure } from '../../state/notices.ts';
import { useAction } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';

interface DropFileRowProps {
  readonly drop: string;
  readonly file: DropFile;
  readonly detail: string;
  /** Whether the detail is a sentence, which needs a line of its own. */
  readonly isReason?: boolean;
  /** The number of the Task that it becomes alone. */
  readonly task?: number | null;
}

/** One file of a drop, with why it is where it is, and how to leave it out. */
export function DropFileRow({ drop, file, detail, isReason = false, task = null }: DropFileRowProps) {
  const remove = useAction('drops.remove-file');
  const cut = file.path.lastIndexOf('/') + 1;
  const row = useRef<HTMLLIElement>(null);
  const go = async () => {
    // The next one to leave out, for whoever goes on with the keyboard.
    const next = row.current?.nextElementSibling?.querySelector('button') ?? null;
    const result = await remove.run({ drop, index: file.index });
    if (!result.ok) return sayFailure(result.error);
    takeEvent({ kind: 'drop', drop: result.value });
    next?.focus();
  };
  return (
    <li ref={row} className={isReason ? 'drop-file drop-file-reason' : 'drop-file'}>
      <span className="drop-file-name">
        {task !== null && <span className="drop-file-task numbers">{t('drop.task', { number: task })}</span>}
        <bdi>
          {cut > 0 && <span className="drop-file-folder">{file.path.slice(0, cut)}</span>}
          {file.path.slice(cut)}
        </bdi>
      </span>
      <span className="drop-file-detail numbers">{detail}</span>
      <IconButton
        label={t('drop.removeFile', { path: file.path })}
        isDisabled={remove.busy}
        onPress={() => void go()}
      >
        <span aria-hidden="true">{'×'}</span>
      </IconButton>
    </li>
  );
}
