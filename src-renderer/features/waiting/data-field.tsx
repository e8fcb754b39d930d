import type { NeedsView } from '../../../src-main/contract/views/task.ts';
import { TextField } from '../../components/field.tsx';
import { plainName } from '../../strings/format.ts';
import { issueText, ownWords } from '../../strings/issue-text.ts';
import { t } from '../../strings/translate.ts';
import { readValue } from './read-value.ts';

interface DataFieldProps {
  readonly need: NeedsView['data'][number];
  readonly text: string;
  readonly isChecked: boolean;
  onChange(text: string): void;
  onLeave(): void;
}

/** One asked-for value. Its fault is said once the person has left the field or tried to send. */
export function DataField({ need, text, isChecked, onChange, onLeave }: DataFieldProps) {
  const read = readValue(need.kind, text);
  const name = plainName(need.property);
  const fault = isChecked && read.state === 'wrong' ? t(`waiting.fault.${read.fault}`) : null;
  const understood =
    need.kind === 'date' && read.state === 'ok' && typeof read.value === 'string'
      ? t('waiting.field.dateRead', { date: longDate(read.value) })
      : null;
  const form = need.kind === 'text' ? null : t(`waiting.field.${need.kind}`);
  return (
    <TextField
      label={name.slice(0, 1).toUpperCase() + name.slice(1)}
      hint={
        <>
          {ownWords(need.issue) ?? issueText(need.issue)}
          {fault === null && (understood ?? form) !== null && (
            <span className="answer-form">{understood ?? form}</span>
          )}
        </>
      }
      value={text}
      fault={fault}
      inputMode={need.kind === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck="false"
      onChange={onChange}
      onBlur={onLeave}
    />
  );
}

function longDate(iso: string): string {
  return new Date(`${iso}T00:00:00Z`).toLocaleDateString('en', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
