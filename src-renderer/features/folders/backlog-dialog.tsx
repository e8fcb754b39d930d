import { useState } from 'react';
import type { Backlog } from '../../../src-main/contract/settings.ts';
import type { FolderPreview, FolderViewOfRule } from '../../../src-main/contract/views/folder.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Choice } from '../../components/input/choice.tsx';
import { TextField } from '../../components/input/field.tsx';
import { say } from '../../state/notices.ts';
import { openFiles } from '../../state/panels.ts';
import { usePreview } from '../../state/queries/use-preview.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import { dayBefore } from './rule-draft.ts';

export function BacklogDialog({ folder, onClose }: { readonly folder: FolderViewOfRule; onClose(): void }) {
  const [decision, setDecision] = useState<Backlog>('send');
  const decide = useAction('folders.decide-backlog');
  const preview = usePreview(folder.rule);
  const go = async () => {
    const result = await decide.run({ folder: folder.id, decision });
    if (!result.ok) return;
    say(t('folders.backlog.decided'));
    onClose();
  };
  return (
    <Dialog
      title={t('folders.backlog.title', { count: folder.backlog_waiting })}
      onClose={onClose}
      actions={
        <>
          <Button
            kind="quiet"
            onPress={() => openFiles({ folder: folder.id, drops: false, states: ['held'] })}
          >
            {t('folders.backlog.see')}
          </Button>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" isDisabled={decide.busy} onPress={() => void go()}>
            {goText(decision, folder.backlog_waiting)}
          </Button>
        </>
      }
    >
      <BacklogField
        value={decision}
        total={folder.backlog_waiting}
        ages={preview.data?.backlog ?? []}
        later={false}
        onChange={setDecision}
      />
      {decide.failure !== null && <FailureBox failure={decide.failure} />}
    </Dialog>
  );
}

function goText(decision: Backlog, count: number): string {
  if (typeof decision === 'object') return t('folders.backlog.go.newer');
  return decision === 'skip' ? t('folders.backlog.skip') : t('folders.backlog.send', { count });
}

type Kind = 'ask' | 'send' | 'skip' | 'newer';

interface BacklogFieldProps {
  readonly value: Backlog;
  readonly total: number | null;
  readonly ages: FolderPreview['backlog'];
  readonly later: boolean;
  onChange(backlog: Backlog): void;
}

export function BacklogField({ value, total, ages, later, onChange }: BacklogFieldProps) {
  const kind: Kind = typeof value === 'string' ? value : 'newer';
  const count = total ?? 0;
  const options = [
    { value: 'send' as const, label: t('folders.backlog.send', { count }) },
    { value: 'skip' as const, label: t('folders.backlog.skip'), hint: t('folders.backlog.skip.hint') },
    { value: 'newer' as const, label: t('folders.backlog.newer'), hint: agesText(ages) },
  ];
  const ask = { value: 'ask' as const, label: t('folders.backlog.ask'), hint: t('folders.backlog.ask.hint') };
  const choose = (chosen: Kind) =>
    onChange(chosen === 'newer' ? { newerThan: dayBefore(ages[0]?.newer_than_days ?? 7) } : chosen);
  return (
    <div className="stack gap-3 folder-backlog-field">
      <Choice
        label={later ? t('folders.backlog', { count }) : t('folders.backlog.decision')}
        value={kind}
        options={later ? [ask, ...options] : options}
        onChange={choose}
      />
      {typeof value === 'object' && (
        <TextField
          label={t('folders.backlog.date')}
          hint={t('folders.backlog.date.hint')}
          type="date"
          value={value.newerThan}
          onChange={(newerThan) => onChange({ newerThan })}
        />
      )}
    </div>
  );
}

function agesText(ages: FolderPreview['backlog']): string {
  // `files` counts the files that are newer than an age. An age with no files, or with no more files than the age before, is left out.
  const telling = ages.filter(({ files }, at) => files > 0 && files !== ages[at - 1]?.files);
  if (telling.length === 0) return t('folders.backlog.newer.hint');
  return telling
    .map(({ newer_than_days: days, files }) => t('folders.backlog.age', { days, files }))
    .join(' · ');
}
