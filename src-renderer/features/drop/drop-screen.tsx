import { type ReactNode, useState } from 'react';
import type { Drop, DropFile } from '../../../src-main/contract/views/drop.ts';
import { openCounts } from '../../../src-main/contract/views/open-counts.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Disclosure, FoldTitle } from '../../components/disclosure.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Checkbox } from '../../components/input/choice.tsx';
import { Loading, Progress } from '../../components/progress.tsx';
import { Empty, Screen, Section } from '../../components/screen.tsx';
import type { GivenFile } from '../../host/host.ts';
import { useHost } from '../../state/host-context.ts';
import { useLive } from '../../state/live.ts';
import { say, sayFailure } from '../../state/notices.ts';
import { openTyping } from '../../state/panels.ts';
import { goTo, leaveDrop } from '../../state/place.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { addFilesTo, chooseFiles, type DropTarget, useDropTarget, useUploads } from '../../state/uploads.ts';
import { bytesText } from '../../strings/format.ts';
import { problemText } from '../../strings/problem-text.ts';
import { timeText } from '../../strings/time-text.ts';
import { t } from '../../strings/translate.ts';
import { LostDocuments } from './correction-part.tsx';
import { hasOnlyDetails, useDropDraft } from './drop-draft.ts';
import { DropForm } from './drop-form.tsx';
import { DropFileRow, DropGroups } from './drop-groups.tsx';
import { type SortedDrop, sortDrop, usualGrouping } from './sort-drop.ts';
import './drop-screen.css';

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
      title={t(drop.correction === null ? 'drop.title' : 'correct.title')}
      lead={
        drop.correction === null
          ? t('drop.lead', { time: timeText(drop.opened_at) })
          : t('correct.lead', { name: drop.correction.task_name.trim() || t('tasks.unnamed') })
      }
      actions={
        <>
          <AddFiles onFiles={take} />
          <Button onPress={() => openTyping(id)}>{t('shell.addText')}</Button>
          <DiscardButton drop={drop} />
        </>
      }
    >
      <OtherDrafts drop={id} />
      <DropReview drop={drop} />
    </Screen>
  );
}

/** Leads to the other unsent drafts. A draft that begins an answer to a Task is not listed, because the Task leads to the draft. */
function OtherDrafts({ drop: id }: { readonly drop: string }) {
  const hasOthers = useLive(({ overview }) => overview !== null && openCounts(overview).drops > 1);
  const { data } = useVerb('drops.list', hasOthers ? {} : null);
  const others = hasOthers ? (data ?? []).filter((drop) => drop.id !== id && drop.task === null) : [];
  if (others.length === 0) return null;
  return (
    <div className="row wrap gap-2">
      <span className="quiet">{t('drop.others')}</span>
      {others.map((drop) => (
        <Button
          key={drop.id}
          kind="quiet"
          size="small"
          onPress={() => goTo({ screen: 'drop', drop: drop.id })}
        >
          {nameOf(drop)}
        </Button>
      ))}
    </div>
  );
}

function nameOf({ correction, files, opened_at: openedAt }: Drop): string {
  if (correction !== null)
    return t('drop.other.correction', { name: correction.task_name.trim() || t('tasks.unnamed') });
  const [first] = files;
  if (first === undefined) return t('drop.other.empty', { time: timeText(openedAt) });
  return t('drop.other', { file: first.path, more: files.length - 1 });
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

function AddFiles({ onFiles }: { onFiles(files: readonly GivenFile[]): void }) {
  const host = useHost();
  const choose = async (what: 'files' | 'folder') => onFiles(await chooseFiles(host, what));
  return (
    <>
      <Button onPress={() => void choose('files')}>{t('drop.addFiles')}</Button>
      <Button onPress={() => void choose('folder')}>{t('drop.addFolder')}</Button>
    </>
  );
}

function DiscardButton({ drop }: { readonly drop: Drop }) {
  const [asking, setAsking] = useState(false);
  const discard = useAction('drops.discard');
  const kept = drop.files.filter(({ state }) => state !== 'ignored' && state !== 'refused').length;
  const go = async () => {
    const result = await discard.run({ drop: drop.id });
    setAsking(false);
    if (!result.ok) return sayFailure(result.error);
    say(t('drop.discarded', { count: drop.files.length }));
    leaveDrop();
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
                {t('common.cancel')}
              </Button>
              <Button kind="danger" isDisabled={discard.busy} onPress={() => void go()}>
                {t('drop.discard')}
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

function DropReview({ drop }: { readonly drop: Drop }) {
  const [draft, changeDraft] = useDropDraft(drop);
  const { grouping: chosen, duplicates } = draft;
  const adding = useUploads(({ uploads }) => uploads[drop.id]?.failure === null);
  const failure = useUploads(({ uploads }) => uploads[drop.id]?.failure ?? null);
  const grouping = drop.correction === null ? (chosen ?? usualGrouping(drop.files)) : 'together';
  const sorted = sortDrop(drop.files, grouping, duplicates);
  const busy = drop.reading || adding;
  const onlyDetails = !busy && hasOnlyDetails(drop, draft);
  const read = drop.files.length - sorted.reading.length;
  return (
    <div className="drop">
      <div className="stack gap-5 min-0">
        {failure !== null && <FailureBox failure={failure} />}
        {busy && <ReadingProgress drop={drop} read={read} />}
        {drop.correction !== null && <LostDocuments correction={drop.correction} />}
        <Section
          title={t('drop.goes', {
            documents: sorted.documents,
            tasks: onlyDetails ? 1 : sorted.groups.length,
          })}
        >
          {drop.files.length === 0 ? (
            <Empty title={t('drop.empty.title')}>
              {t(onlyDetails ? 'drop.empty.details' : 'drop.empty.text')}
            </Empty>
          ) : (
            <>
              {sorted.goingAlong > 0 && (
                <p className="quiet">{t('drop.goingAlong', { count: sorted.goingAlong })}</p>
              )}
              <DropGroups drop={drop.id} groups={sorted.groups} />
            </>
          )}
        </Section>
        <StaysBehind
          drop={drop.id}
          sorted={sorted}
          sendDuplicates={duplicates}
          onSendDuplicates={(send) => changeDraft({ duplicates: send })}
        />
      </div>
      <DropForm drop={drop} sorted={sorted} grouping={grouping} busy={busy} onlyDetails={onlyDetails} />
    </div>
  );
}

/** A separate component, so that a change of the upload progress does not render the list of files again. */
function ReadingProgress({ drop, read }: { readonly drop: Drop; readonly read: number }) {
  const total = drop.files.length;
  const upload = useUploads(({ uploads }) => uploads[drop.id] ?? null);
  const adding = upload?.failure === null ? upload : null;
  return (
    <div className="stack gap-2" role="status">
      <p>
        {adding === null
          ? t('drop.reading', { read, total })
          : t('drop.adding', { sent: bytesText(adding.sent), total: bytesText(adding.total) })}
      </p>
      <Progress
        label={t('drop.reading.label')}
        {...(adding === null ? { value: read, total } : { value: adding.sent, total: adding.total })}
      />
    </div>
  );
}

const SHOWN = 100;

interface StaysBehindProps {
  readonly drop: string;
  readonly sorted: SortedDrop;
  readonly sendDuplicates: boolean;
  onSendDuplicates(send: boolean): void;
}

function StaysBehind({ drop, sorted, sendDuplicates, onSendDuplicates }: StaysBehindProps) {
  const { duplicates, refused, ignored } = sorted;
  const perhaps = duplicates.filter(({ problem }) => problem?.code === 'file.perhaps-sent').length;
  return (
    <>
      {refused.length > 0 && (
        <Group tone="bad" title={t('drop.refused', { count: refused.length })}>
          <Files
            drop={drop}
            files={refused}
            detailOf={(file) => (file.problem === null ? '' : problemText(file.problem).message)}
          />
        </Group>
      )}
      {duplicates.length > 0 && (
        <Group tone="warn" title={t('drop.duplicates', { count: duplicates.length })}>
          <div className="drop-duplicates">
            <p className="quiet">{t('drop.duplicates.text')}</p>
            {perhaps > 0 && <p className="quiet">{t('drop.duplicates.perhaps', { count: perhaps })}</p>}
            <Checkbox isSelected={sendDuplicates} onChange={onSendDuplicates}>
              {t('files.sendAnyway')}
            </Checkbox>
          </div>
          {!sendDuplicates && (
            <Files drop={drop} files={duplicates} detailOf={({ size }) => bytesText(size)} short />
          )}
        </Group>
      )}
      {ignored.length > 0 && (
        <Disclosure
          title={
            <FoldTitle title={t('drop.ignored', { count: ignored.length })} note={t('drop.ignored.note')} />
          }
        >
          <Files
            drop={drop}
            files={ignored}
            detailOf={({ ignored_by }) => t('drop.ignored.by', { rule: ignored_by ?? t('common.unknown') })}
          />
        </Disclosure>
      )}
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly tone: 'bad' | 'warn';
  readonly children: ReactNode;
}

function Group({ title, tone, children }: GroupProps) {
  return (
    <section aria-label={title} className={`drop-behind-${tone} card`}>
      <h3 className="drop-behind-title">{title}</h3>
      {children}
    </section>
  );
}

interface FilesProps {
  readonly drop: string;
  readonly files: readonly DropFile[];
  detailOf(file: DropFile): string;
  readonly short?: boolean;
}

function Files({ drop, files, detailOf, short = false }: FilesProps) {
  return (
    <ul>
      {files.slice(0, SHOWN).map((file) => (
        <DropFileRow key={file.index} drop={drop} file={file} detail={detailOf(file)} isReason={!short} />
      ))}
      {files.length > SHOWN && (
        <li className="drop-file quiet">{t('common.andMore', { count: files.length - SHOWN })}</li>
      )}
    </ul>
  );
}
