import { useEffect, useRef } from 'react';
import type { Drop, DropFile } from '../../../src-main/contract/views/drop.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Chip, type Tone } from '../../components/chip.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Progress } from '../../components/progress.tsx';
import type { GivenFile } from '../../host/host.ts';
import { chooseFiles } from '../../state/given-files.ts';
import { useHost } from '../../state/host-context.ts';
import type { Upload } from '../../state/uploads.ts';
import { bytesText } from '../../strings/format.ts';
import { problemText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';

const TONES: Readonly<Record<DropFile['state'], Tone>> = {
  reading: 'info',
  ready: 'ok',
  duplicate: 'ok',
  refused: 'bad',
  ignored: 'plain',
};

/** The documents of an answer: where to drop more, and those that are there, each with its state. */
export function AnswerFiles({
  drop,
  upload,
  gone,
  onAdd,
  onRemove,
}: {
  readonly drop: Drop | null;
  readonly upload: Upload | null;
  readonly gone: boolean;
  onAdd(files: readonly GivenFile[]): void;
  onRemove(index: number): void;
}) {
  const host = useHost();
  const files = drop?.files ?? [];
  const part = useRef<HTMLDivElement>(null);
  const count = files.length;
  // The button that left a file out goes with it: the next thing to do is to add another.
  const before = useRef(count);
  useEffect(() => {
    const fewer = count < before.current;
    before.current = count;
    if (fewer && document.activeElement === document.body) part.current?.querySelector('button')?.focus();
  }, [count]);
  return (
    <div ref={part} className="answer-files">
      <div className="answer-drop">
        <span>{t('waiting.dropHere')}</span>
        <Button onPress={() => void chooseFiles(host, 'files').then(onAdd)}>{t('waiting.addFiles')}</Button>
      </div>
      {gone && <p role="alert">{t('waiting.dropGone')}</p>}
      {upload?.failure != null && <FailureBox failure={upload.failure} />}
      {upload !== null && upload.failure === null && (
        <Progress
          label={t('waiting.adding', { sent: bytesText(upload.sent), total: bytesText(upload.total) })}
          value={upload.sent}
          total={upload.total}
        />
      )}
      {files.length > 0 && (
        <ul className="items" aria-label={t('waiting.files')}>
          {files.map((file) => (
            <li key={file.index} className="item answer-file">
              <div className="answer-file-words">
                <bdi className="answer-file-name">{file.path}</bdi>
                {file.problem !== null && file.state === 'refused' && (
                  <span className="task-note">{problemText(file.problem).message}</span>
                )}
              </div>
              <span className="task-note numbers">{bytesText(file.size)}</span>
              <Chip tone={TONES[file.state]}>{t(`waiting.file.${file.state}`)}</Chip>
              <IconButton
                label={t('waiting.removeFile', { path: file.path })}
                onPress={() => onRemove(file.index)}
              >
                <span aria-hidden="true">{'×'}</span>
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
