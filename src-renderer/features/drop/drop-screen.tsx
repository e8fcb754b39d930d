import { useEffect, useState } from 'react';
import type { Drop } from '../../../src-main/contract/views/drop.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Loading } from '../../components/progress.tsx';
import { Empty, Screen } from '../../components/screen.tsx';
import type { GivenFile } from '../../host/host.ts';
import { type DropTarget, useDropTarget } from '../../state/drop-target.ts';
import { chooseFiles } from '../../state/given-files.ts';
import { useHost } from '../../state/host-context.ts';
import { useLive } from '../../state/live.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { goTo } from '../../state/place.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { addFilesTo, useUploads } from '../../state/uploads.ts';
import { timeText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { DropReview } from './drop-review.tsx';
import './drop-screen.css';

/**
 * The review of dropped files before sending: the resulting Tasks, the files left behind with reasons, and the send
 * button.
 */
export function DropScreen({ drop: id }: { readonly drop: string }) {
  const host = useHost();
  const pushed = useLive((live) => live.drops[id] ?? null);
  const asked = useVerb('drops.get', { drop: id });
  const drop = asked.failure === null ? (pushed ?? asked.data) : null;
  const take: DropTarget['take'] = (files) => {
    if (files.length > 0) void addFilesTo(host, id, files);
  };
  useDropTarget(drop === null ? null : { label: t('drop.target'), sole: true, take });

  if (drop === null) {
    return (
      <Screen title={t('drop.title')}>
        {asked.failure !== null && <Gone failure={asked.failure} />}
        {asked.failure === null && <Loading />}
      </Screen>
    );
  }
  return (
    <Screen
      title={t('drop.title')}
      lead={t('drop.lead', { time: timeText(drop.opened_at) })}
      actions={
        <>
          <AddFiles onFiles={take} />
          <DiscardButton drop={drop} />
        </>
      }
    >
      <Contents drop={drop} />
    </Screen>
  );
}

function Contents({ drop }: { readonly drop: Drop }) {
  const uploading = useUploads(({ uploads }) => drop.id in uploads);
  const empty = drop.files.length === 0 && !drop.reading && !uploading;
  // Uploaded files are listed with a delay; text that a person typed meanwhile must survive.
  const [begun, setBegun] = useState(!empty);
  useEffect(() => {
    if (!empty) setBegun(true);
  }, [empty]);
  return empty && !begun ? (
    <Empty title={t('drop.empty.title')}>{t('drop.empty.text')}</Empty>
  ) : (
    <DropReview drop={drop} />
  );
}

function Gone({ failure }: { readonly failure: { code: string; message: string; next: string } }) {
  const back = <Button onPress={() => goTo({ screen: 'today' })}>{t('drop.gone.today')}</Button>;
  if (failure.code !== 'drop.unknown') return <FailureBox failure={failure}>{back}</FailureBox>;
  return (
    <Empty title={t('drop.gone.title')} action={back}>
      {t('drop.gone.text')}
    </Empty>
  );
}

/** Buttons for people who do not drag: files, or a whole folder. */
export function AddFiles({ onFiles }: { onFiles(files: readonly GivenFile[]): void }) {
  const host = useHost();
  const choose = async (what: 'files' | 'folder') => onFiles(await chooseFiles(host, what));
  return (
    <>
      <Button onPress={() => void choose('files')}>{t('drop.addFiles')}</Button>
      <Button onPress={() => void choose('folder')}>{t('drop.addFolder')}</Button>
    </>
  );
}

/** Discards a drop, and asks first if the drop holds accepted files. */
export function DiscardButton({ drop }: { readonly drop: Drop }) {
  const [asking, setAsking] = useState(false);
  const discard = useAction('drops.discard');
  const kept = drop.files.filter(({ state }) => state !== 'ignored' && state !== 'refused').length;
  const go = async () => {
    const result = await discard.run({ drop: drop.id });
    setAsking(false);
    if (!result.ok) return sayFailure(result.error);
    say(t('drop.discarded', { count: drop.files.length }));
    goTo({ screen: 'today' });
  };
  return (
    <>
      <Button
        kind="quiet"
        isDisabled={discard.busy}
        onPress={() => (kept === 0 ? void go() : setAsking(true))}
      >
        {t('drop.discard')}
      </Button>
      {asking && (
        <Dialog
          title={t('drop.discard.title', { count: kept })}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onPress={() => setAsking(false)} autoFocus>
                {t('drop.discard.keep')}
              </Button>
              <Button kind="danger" isDisabled={discard.busy} onPress={() => void go()}>
                {t('drop.discard.sure')}
              </Button>
            </>
          }
        >
          <p>{t('drop.discard.text')}</p>
        </Dialog>
      )}
    </>
  );
}
