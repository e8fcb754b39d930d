import { Choice } from '../../components/choice.tsx';
import { TextField } from '../../components/field.tsx';
import { t } from '../../strings/translate.ts';
import type { GroupingKind, RuleDraft, RuleFaults } from './rule-draft.ts';

const KINDS: readonly GroupingKind[] = ['file', 'folder', 'depth', 'key'];

interface GroupingFieldProps {
  readonly draft: RuleDraft;
  readonly faults: RuleFaults;
  onChange(changes: Partial<RuleDraft>): void;
}

/** How files become Tasks, in words. */
export function GroupingField({ draft, faults, onChange }: GroupingFieldProps) {
  const fault =
    faults.group === true ? t(`folders.fault.${draft.grouping === 'key' ? 'key' : 'depth'}`) : null;
  return (
    <div className="folder-grouping">
      <Choice
        label={t('folders.grouping')}
        value={draft.grouping}
        options={KINDS.map((value) => ({
          value,
          label: t(`folders.grouping.${value}`),
          hint: t(`folders.grouping.${value}.hint`),
        }))}
        onChange={(grouping) => onChange({ grouping })}
      />
      {draft.grouping === 'depth' && (
        <TextField
          label={t('folders.depth')}
          value={draft.depth}
          fault={fault}
          inputMode="numeric"
          onChange={(depth) => onChange({ depth })}
        />
      )}
      {draft.grouping === 'key' && (
        <TextField
          label={t('folders.key')}
          hint={t('folders.key.hint')}
          value={draft.key}
          fault={fault}
          mono
          spellCheck="false"
          onChange={(key) => onChange({ key })}
        />
      )}
    </div>
  );
}
