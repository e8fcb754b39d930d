import { useState } from 'react';
import type { Drop, DropGrouping } from '../../../src-main/contract/views/drop.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Progress } from '../../components/progress.tsx';
import { Empty, Section } from '../../components/screen.tsx';
import { useUploads } from '../../state/uploads.ts';
import { bytesText } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { DropForm } from './drop-form.tsx';
import { DropGroups } from './drop-groups.tsx';
import { sortDrop, usualGrouping } from './sort-drop.ts';
import { StaysBehind } from './stays-behind.tsx';

/** A drop before sending: its form beside the resulting Tasks. */
export function DropReview({ drop }: { readonly drop: Drop }) {
  const [chosen, setChosen] = useState<DropGrouping | null>(null);
  const [duplicates, setDuplicates] = useState(false);
  const upload = useUploads(({ uploads }) => uploads[drop.id] ?? null);
  const adding = upload?.failure === null ? upload : null;
  const grouping = chosen ?? usualGrouping(drop.files);
  const sorted = sortDrop(drop.files, grouping, duplicates);
  const busy = drop.reading || adding !== null;
  const read = drop.files.length - sorted.reading.length;
  return (
    <div className="drop">
      <DropForm
        drop={drop}
        sorted={sorted}
        grouping={grouping}
        onGrouping={setChosen}
        duplicates={duplicates}
        busy={busy}
      />
      <div className="stack gap-5 min-0">
        {upload?.failure != null && <FailureBox failure={upload.failure} />}
        {busy && (
          <div className="stack gap-2" role="status">
            <p>
              {adding === null
                ? t('drop.reading', { read, total: drop.files.length })
                : t('drop.adding', { sent: bytesText(adding.sent), total: bytesText(adding.total) })}
            </p>
            <Progress
              label={t('drop.reading.label')}
              {...(adding === null
                ? { value: read, total: drop.files.length }
                : { value: adding.sent, total: adding.total })}
            />
          </div>
        )}
        <Section title={t('drop.goes', { documents: sorted.documents, tasks: sorted.groups.length })}>
          {drop.files.length === 0 ? (
            <Empty title={t('drop.empty.title')}>{t('drop.empty.text')}</Empty>
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
          onSendDuplicates={setDuplicates}
        />
      </div>
    </div>
  );
}
