import { useRef, useState } from 'react';
import { MOST_TYPED } from '../../../src-main/contract/verbs/drops.ts';
import type { VerbOutput } from '../../../src-main/contract/verbs/index.ts';
import type { DropFile } from '../../../src-main/contract/views/drop.ts';
import { Icon } from '../../components/icon.tsx';
import { Button, IconButton } from '../../components/input/button.tsx';
import { applyEvent } from '../../state/live.ts';
import { sayFailure } from '../../state/notices.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { bytesText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import type { DropGroup } from './sort-drop.ts';
import { TypeDialog } from './type-dialog.tsx';

const STEP = 200;

/** Whether the file is JSON that goes as text, because only a JSON object goes as data (docs/service.md 2.2). */
const isJsonAsText = ({ path, media_type: type }: DropFile) => /\.json$/i.test(path) && type === 'text/plain';

function detailOf(file: DropFile): string {
  const size = bytesText(file.size);
  if (file.state === 'duplicate') return t('drop.notNew', { size });
  return isJsonAsText(file) ? t('drop.asText', { size }) : size;
}

/** Whether the app can edit the text of the file. */
const isTyped = ({ media_type: type, size }: DropFile) =>
  size <= MOST_TYPED && (type === 'application/json' || type?.startsWith('text/') === true);

interface DropGroupsProps {
  readonly drop: string;
  readonly groups: readonly DropGroup[];
}

export function DropGroups({ drop, groups }: DropGroupsProps) {
  const [limit, setLimit] = useState(STEP);
  if (groups.length === 0) return <p className="quiet">{t('drop.none.text')}</p>;
  const total = groups.reduce((sum, { files }) => sum + files.length, 0);
  let left = limit;
  const seen = groups.flatMap((group, index) => {
    const files = group.files.slice(0, Math.max(0, left));
    left -= group.files.length;
    return files.length === 0 ? [] : [{ ...group, number: index + 1, files, count: group.files.length }];
  });
  return (
    <>
      <ol className="stack gap-2">
        {seen.map((group) => (
          <li key={group.key} className="card">
            {(group.folder !== null || group.count > 1) && (
              <div className="wrap drop-group-head">
                <h3>
                  {t('drop.task', { number: group.number })}
                  {group.folder !== null && (
                    <>
                      <Icon name="folders" />
                      <bdi className="drop-group-folder">{group.folder}</bdi>
                    </>
                  )}
                </h3>
                <span className="drop-group-count numbers">
                  {t('common.documents', { count: group.count })}
                </span>
              </div>
            )}
            <ul>
              {group.files.map((file) => (
                <DropFileRow
                  key={file.index}
                  drop={drop}
                  file={file}
                  detail={detailOf(file)}
                  isReason={isJsonAsText(file)}
                  task={group.folder === null && group.count === 1 ? group.number : null}
                />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {total > limit && (
        <Button onPress={() => setLimit(limit + STEP)}>
          {t('drop.showMore', { count: Math.min(STEP, total - limit), left: total - limit })}
        </Button>
      )}
    </>
  );
}

interface DropFileRowProps {
  readonly drop: string;
  readonly file: DropFile;
  readonly detail: string;
  /** Whether `detail` is a sentence. A sentence is shown on a separate line. */
  readonly isReason?: boolean;
  /** The number of the Task in the list, if this file alone becomes a Task; otherwise null. */
  readonly task?: number | null;
}

export function DropFileRow({ drop, file, detail, isReason = false, task = null }: DropFileRowProps) {
  const remove = useAction('drops.remove-file');
  const anyway = useAction('drops.send-anyway');
  const read = useAction('drops.text');
  const [changing, setChanging] = useState<VerbOutput<'drops.text'> | null>(null);
  const change = async () => {
    const result = await read.run({ drop, index: file.index });
    if (result.ok) setChanging(result.value);
    else sayFailure(result.error);
  };
  const cut = file.path.lastIndexOf('/') + 1;
  const row = useRef<HTMLLIElement>(null);
  const go = async () => {
    // After a removal, the remove button of the next row gets the focus, for keyboard users who remove several files.
    const next = row.current?.nextElementSibling?.querySelector<HTMLElement>('button:last-of-type') ?? null;
    const result = await remove.run({ drop, index: file.index });
    if (!result.ok) return sayFailure(result.error);
    applyEvent({ kind: 'drop', drop: result.value });
    next?.focus();
  };
  const send = async () => {
    const result = await anyway.run({ drop, index: file.index });
    if (!result.ok) return sayFailure(result.error);
    applyEvent({ kind: 'drop', drop: result.value });
    // The row of the file moves to another list, and the next act is to send the documents.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.drop-send .button')?.focus());
  };
  return (
    <li ref={row} className={isReason ? 'drop-file drop-file-reason' : 'drop-file'}>
      <span className="break drop-file-name">
        {task !== null && <span className="drop-file-task numbers">{t('drop.task', { number: task })}</span>}
        <bdi>
          {cut > 0 && <span className="soft">{file.path.slice(0, cut)}</span>}
          {file.path.slice(cut)}
        </bdi>
      </span>
      <span className="drop-file-detail numbers">{detail}</span>
      <span className="row gap-2">
        {file.can_be_sent && (
          <Button size="small" isDisabled={anyway.busy} onPress={() => void send()}>
            {t('files.sendAnyway')}
          </Button>
        )}
        {isTyped(file) && (
          <Button
            size="small"
            aria-label={t('drop.type.changeNamed', { path: file.path })}
            isDisabled={read.busy}
            onPress={() => void change()}
          >
            {t('drop.type.changeShort')}
          </Button>
        )}
        <IconButton
          label={t('drop.removeFile', { path: file.path })}
          isDisabled={remove.busy}
          onPress={() => void go()}
          sign="×"
        />
      </span>
      {changing !== null && (
        <TypeDialog
          drop={drop}
          first={{ ...changing, index: file.index }}
          onClose={() => setChanging(null)}
        />
      )}
    </li>
  );
}
