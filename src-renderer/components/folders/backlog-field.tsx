import type { Backlog } from '../../../src-main/contract/settings.ts';
import type { FolderPreview } from '../../../src-main/contract/views/folder.ts';
import { t } from '../../strings/translate.ts';
import { Choice } from '../input/choice.tsx';
import { TextField } from '../input/field.tsx';
import { dayBefore } from './day-before.ts';
import './folder-parts.css';

type Kind = 'ask' | 'send' | 'skip' | 'newer';

interface BacklogFieldProps {
  /** Null as long as the person chose nothing. */
  readonly value: Backlog | null;
  readonly documents: number;
  /** How many other files wait for the decision. Clearfolder does not send these files. */
  readonly others: number;
  /** Whether the files wait in a watched folder. The folder can then have other documents, which Clearfolder sends by itself. */
  readonly isWatched: boolean;
  readonly ages: FolderPreview['backlog'];
  readonly later: boolean;
  onChange(backlog: Backlog): void;
}

export function BacklogField({ value, documents: count, others, isWatched, ...props }: BacklogFieldProps) {
  const { ages, later, onChange } = props;
  const kind: Kind | null = typeof value === 'object' && value !== null ? 'newer' : value;
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
        label={
          isWatched
            ? t('folders.backlog.watched', { count: count + others })
            : t('folders.backlog', { count })
        }
        value={kind}
        options={later ? [ask, ...options] : options}
        onChange={choose}
      />
      {others > 0 && (
        <p className="quiet">
          {t(isWatched ? 'folders.backlog.others.watched' : 'folders.backlog.others', { count: others })}
        </p>
      )}
      {typeof value === 'object' && value !== null && (
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
