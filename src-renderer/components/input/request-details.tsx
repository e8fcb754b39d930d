import { useId } from 'react';
import { t } from '../../strings/translate.ts';
import { Button, IconButton } from './button.tsx';
import { TextField } from './field.tsx';
import './request-details.css';
import {
  type DetailField,
  type DetailsDraft,
  type DetailsFault,
  draftOfDetails,
  FIELD_KINDS,
  type FieldKind,
  jsonDraft,
  newField,
  readDetails,
} from './request-details-draft.ts';
import { Select } from './select.tsx';

interface RequestDetailsProps {
  readonly draft: DetailsDraft;
  onChange(draft: DetailsDraft): void;
}

export function RequestDetails({ draft, onChange }: RequestDetailsProps) {
  const hint = useId();
  const read = readDetails(draft);
  const fault = read.ok ? null : read.fault;
  const asFields = read.ok ? draftOfDetails(read.spec) : null;
  return (
    <fieldset className="stack min-0 gap-3 details" aria-describedby={hint}>
      <legend className="visually-hidden">{t('details.label')}</legend>
      <p id={hint} className="quiet">
        {t('details.hint')}
      </p>
      {draft.mode === 'json' ? (
        <TextField
          label={t('details.json')}
          value={draft.text}
          onChange={(text) => onChange({ mode: 'json', text })}
          fault={fault === null ? null : detailsFaultText(fault)}
          lines={7}
          mono
          spellCheck="false"
        />
      ) : (
        <Fields
          fields={draft.fields}
          fault={fault}
          onChange={(fields) => onChange({ mode: 'fields', fields })}
        />
      )}
      <div className="wrap gap-2">
        {draft.mode === 'fields' && (
          <Button
            size="small"
            onPress={() => onChange({ mode: 'fields', fields: [...draft.fields, newField()] })}
          >
            {t('details.add')}
          </Button>
        )}
        {draft.mode === 'fields' ? (
          <Button
            kind="quiet"
            size="small"
            isDisabled={!read.ok}
            onPress={() => read.ok && onChange(jsonDraft(read.spec))}
          >
            {t('details.toJson')}
          </Button>
        ) : (
          <Button
            kind="quiet"
            size="small"
            isDisabled={asFields?.mode !== 'fields'}
            onPress={() => asFields !== null && onChange(asFields)}
          >
            {t('details.toFields')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface FieldsProps {
  readonly fields: readonly DetailField[];
  readonly fault: DetailsFault | null;
  onChange(fields: readonly DetailField[]): void;
}

function Fields({ fields, fault, onChange }: FieldsProps) {
  const kinds = FIELD_KINDS.map((value) => ({ value, label: t(`details.kind.${value}`) }));
  const yesNo = (['yes', 'no'] as const).map((value) => ({ value, label: t(`details.${value}`) }));
  const change = (id: number, changes: Partial<DetailField>) =>
    onChange(fields.map((field) => (field.id === id ? { ...field, ...changes } : field)));
  return fields.map((field) => {
    const own = fault !== null && 'field' in fault && fault.field === field.id ? fault : null;
    const words = own === null ? null : detailsFaultText(own);
    return (
      <div key={field.id} className="details-field">
        <div>
          <TextField
            label={t('details.name')}
            value={field.name}
            fault={own?.fault === 'not-number' ? null : words}
            onChange={(name) => change(field.id, { name })}
            mono
            spellCheck="false"
          />
        </div>
        <div>
          <Select<FieldKind>
            label={t('details.kind')}
            value={field.kind}
            options={kinds}
            onChange={(kind) => change(field.id, { kind, value: kind === 'yes-no' ? 'yes' : field.value })}
          />
        </div>
        <div className="details-value">
          {field.kind === 'yes-no' ? (
            <Select
              label={t('details.value')}
              value={field.value === 'yes' ? 'yes' : 'no'}
              options={yesNo}
              onChange={(value) => change(field.id, { value })}
            />
          ) : (
            <TextField
              label={t(field.kind === 'list' ? 'details.values' : 'details.value')}
              value={field.value}
              fault={own?.fault === 'not-number' ? words : null}
              onChange={(value) => change(field.id, { value })}
            />
          )}
        </div>
        <IconButton
          label={t('details.remove', { name: field.name })}
          onPress={() => onChange(fields.filter(({ id }) => id !== field.id))}
          sign="×"
        />
      </div>
    );
  });
}

export function detailsFaultText(fault: DetailsFault): string {
  switch (fault.fault) {
    case 'json':
      return t('details.fault.json', { line: fault.line, column: fault.column });
    case 'twice':
      return t('details.fault.twice', { name: fault.name });
    default:
      return t(`details.fault.${fault.fault}`);
  }
}
