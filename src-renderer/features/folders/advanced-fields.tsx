import { Disclosure, FoldTitle } from '../../components/disclosure.tsx';
import { Choice } from '../../components/input/choice.tsx';
import { TextField } from '../../components/input/field.tsx';
import { t } from '../../strings/translate.ts';
import { ADVANCED_FIELDS, type RuleDraft, type RuleFaults } from './rule-draft.ts';

export interface FieldsProps {
  readonly draft: RuleDraft;
  readonly faults: RuleFaults;
  onChange(changes: Partial<RuleDraft>): void;
}

type TextKey =
  | 'quietSeconds'
  | 'groupQuietSeconds'
  | 'rescanMinutes'
  | 'name'
  | 'externalId'
  | 'callbackTemplate';

export function PatternFields({ draft, faults, onChange }: FieldsProps) {
  return (
    <Disclosure title={<FoldTitle title={t('folders.patterns')} note={t('folders.patterns.note')} />}>
      {(['include', 'exclude'] as const).map((field) => (
        <TextField
          key={field}
          label={t(`folders.${field}`)}
          hint={t(`folders.${field}.hint`)}
          fault={faults[field] === true ? t(`folders.fault.${field}`) : null}
          value={draft[field]}
          onChange={(text) => onChange({ [field]: text })}
          lines={3}
          mono
          spellCheck="false"
        />
      ))}
    </Disclosure>
  );
}

const PLACEHOLDERS = { id: '{id}', key: '{key}', folder: '{folder}' };

export function AdvancedFields({ draft, faults, onChange }: FieldsProps) {
  const text = (field: TextKey, mono = false) => (
    <TextField
      label={t(`folders.${field}`)}
      hint={t(`folders.${field}.hint`, PLACEHOLDERS)}
      fault={faults[field] === true ? t(`folders.fault.${field}`, PLACEHOLDERS) : null}
      value={draft[field]}
      onChange={(value) => onChange({ [field]: value })}
      mono={mono}
    />
  );
  const open = ADVANCED_FIELDS.some((field) => faults[field] === true);
  return (
    <Disclosure
      key={String(open)}
      startsOpen={open}
      title={<FoldTitle title={t('folders.advanced')} note={t('folders.advanced.note')} />}
    >
      <div className="stack gap-3 folder-advanced">
        <TextField
          label={t('folders.id')}
          hint={t('folders.id.hint')}
          fault={faults.id === true ? t('folders.fault.id') : null}
          value={draft.id ?? ''}
          onChange={(id) => onChange({ id: id === '' ? null : id })}
          mono
        />
        {text('name')}
        {text('quietSeconds')}
        {text('groupQuietSeconds')}
        {text('rescanMinutes')}
        {text('externalId', true)}
        {text('callbackTemplate', true)}
        <Choice
          label={t('folders.watch')}
          value={draft.watch}
          options={(['auto', 'poll'] as const).map((value) => ({
            value,
            label: t(`folders.watch.${value}`),
            hint: t(`folders.watch.${value}.hint`),
          }))}
          onChange={(watch) => onChange({ watch })}
        />
      </div>
    </Disclosure>
  );
}
