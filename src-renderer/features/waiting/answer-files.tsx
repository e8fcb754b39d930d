import { useEffect, useRef } from 'react';
import type { DropFile } from '../../../src-main/contract/views/drop.ts';
import { Chip, type Tone } from '../../components/chip.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button, IconButton } from '../../components/input/button.tsx';
import { Progress } from '../../components/progress.tsx';
import type { GivenFile } from '../../host/host.ts';
import { useHost } from '../../state/host-context.ts';
import { applyEvent, useLive } from '../../state/live.ts';
import { sayFailure } from '../../state/notices.ts';
import { useVerb } from '../../state/queries/use-verb.ts';
import { addFilesTo, chooseFiles, useUploads } from '../../state/uploads.ts';
import { bytesText } from '../../strings/format.ts';
import { problemText } from '../../strings/problem-text.ts';
import { t } from '../../strings/translate.ts';
import { changeDraft, useDraft } from './drafts.ts';

const TONES: Readonly<Record<DropFile['state'], Tone>> = {
  reading: 'info',
  ready: 'ok',
  duplicate: 'ok',
  refused: 'bad',
  ignored: 'plain',
};

export function AnswerFiles({
  drop,
  upload,
  gone,
  add,
  remove,
  sendAnyway,
}: ReturnType<typeof useAnswerDrop>) {
  const host = useHost();
  const files = drop?.files ?? [];
  const part = useRef<HTMLDivElement>(null);
  const count = files.length;
  // The remove button disappears with its file, so the button that adds files gets the focus.
  const before = useRef(count);
  const isGiven = useRef(false);
  useEffect(() => {
    const fewer = count < before.current;
    const more = count > before.current;
    before.current = count;
    // In a small window, the new row and the send button are below the visible part.
    if (more && isGiven.current)
      part.current?.closest('form')?.querySelector('.answer-send')?.scrollIntoView({ block: 'nearest' });
    if (fewer && document.activeElement === document.body) part.current?.querySelector('button')?.focus();
  }, [count]);
  return (
    <div ref={part} className="stack gap-2">
      <div className="wrap gap-3 soft middle answer-drop">
        <span>{t('waiting.dropHere')}</span>
        <Button
          onPress={async () => {
            const given = await chooseFiles(host, 'files');
            isGiven.current = true;
            add(given);
          }}
        >
          {t('drop.addFiles')}
        </Button>
      </div>
      {gone && <p role="alert">{t('waiting.dropGone')}</p>}
      {upload?.failure != null && <FailureBox failure={upload.failure} />}
      {upload !== null && upload.failure === null && (
        <Progress
          label={t('drop.adding', { sent: bytesText(upload.sent), total: bytesText(upload.total) })}
          value={upload.sent}
          total={upload.total}
        />
      )}
      {files.length > 0 && (
        <ul className="items" aria-label={t('waiting.files')}>
          {files.map((file) => (
            <li key={file.index} className="item wrap middle answer-file">
              <div className="stack min-0 answer-file-words">
                <bdi className="break">{file.path}</bdi>
                {file.problem !== null && file.state === 'refused' && (
                  <span className="task-note">{problemText(file.problem).message}</span>
                )}
              </div>
              <span className="task-note numbers">{bytesText(file.size)}</span>
              {file.can_be_sent && (
                <Button size="small" onPress={() => sendAnyway(file.index)}>
                  {t('files.sendAnyway')}
                </Button>
              )}
              <Chip tone={TONES[file.state]}>{t(`waiting.file.${file.state}`)}</Chip>
              <IconButton
                label={t('drop.removeFile', { path: file.path })}
                onPress={() => remove(file.index)}
                sign="×"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Returns the documents of the unsent answer to a Task, and functions to change the documents. The first added file opens a drop. */
export function useAnswerDrop(task: string) {
  const host = useHost();
  const { drop: id } = useDraft(task);
  const pushed = useLive((live) => (id === null ? undefined : live.drops[id]) ?? null);
  const asked = useVerb('drops.get', id === null ? null : { drop: id });
  const upload = useUploads(({ uploads }) => (id === null ? undefined : uploads[id]) ?? null);
  const gone = id !== null && asked.failure?.code === 'drop.unknown';
  const known = asked.data?.id === id ? asked.data : null;

  const add = async (files: readonly GivenFile[]) => {
    if (files.length === 0) return;
    let into = gone ? null : id;
    if (into === null) {
      const opened = await host.call('drops.open', { task });
      if (!opened.ok) return sayFailure(opened.error);
      into = opened.value.id;
      applyEvent({ kind: 'drop', drop: opened.value });
      changeDraft(task, { drop: into });
    }
    await addFilesTo(host, into, files);
  };
  const remove = async (index: number) => {
    if (id === null) return;
    const result = await host.call('drops.remove-file', { drop: id, index });
    if (!result.ok) return sayFailure(result.error);
    applyEvent({ kind: 'drop', drop: result.value });
    if (result.value.files.length > 0 || result.value.reading) return;
    // An empty drop is discarded, because the number of open drops is limited.
    changeDraft(task, { drop: null });
    void host.call('drops.discard', { drop: id });
  };
  const sendAnyway = async (index: number) => {
    if (id === null) return;
    const result = await host.call('drops.send-anyway', { drop: id, index });
    if (!result.ok) return sayFailure(result.error);
    applyEvent({ kind: 'drop', drop: result.value });
  };
  return {
    drop: id === null || gone ? null : (pushed ?? known),
    /** True if the engine no longer has the drop of the answer, for example after a restart of the engine. */
    gone,
    upload,
    add: (files: readonly GivenFile[]) => void add(files),
    remove: (index: number) => void remove(index),
    sendAnyway: (index: number) => void sendAnyway(index),
  };
}
