import type { Drop } from '../../../src-main/contract/views/drop.ts';
import type { GivenFile } from '../../host/host.ts';
import { useHost } from '../../state/host-context.ts';
import { takeEvent, useLive } from '../../state/live.ts';
import { sayFailure } from '../../state/notices.ts';
import { addFilesTo, type Upload, useUploads } from '../../state/uploads.ts';
import { useVerb } from '../../state/use-verb.ts';
import { changeDraft, useDraft } from './drafts.ts';

interface AnswerDrop {
  readonly drop: Drop | null;
  /** Documents were added, and the engine holds them no more. */
  readonly gone: boolean;
  readonly upload: Upload | null;
  add(files: readonly GivenFile[]): void;
  remove(index: number): void;
}

/** The documents of an answer before they go: a drop, opened with the first file. */
export function useAnswerDrop(task: string): AnswerDrop {
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
      takeEvent({ kind: 'drop', drop: opened.value });
      changeDraft(task, { drop: into });
    }
    await addFilesTo(host, into, files);
  };
  const remove = async (index: number) => {
    if (id === null) return;
    const result = await host.call('drops.remove-file', { drop: id, index });
    if (!result.ok) return sayFailure(result.error);
    takeEvent({ kind: 'drop', drop: result.value });
    if (result.value.files.length > 0 || result.value.reading) return;
    // An empty drop would stand among those that wait for a person.
    changeDraft(task, { drop: null });
    void host.call('drops.discard', { drop: id });
  };
  return {
    drop: id === null || gone ? null : (pushed ?? known),
    gone,
    upload,
    add: (files) => void add(files),
    remove: (index) => void remove(index),
  };
}
