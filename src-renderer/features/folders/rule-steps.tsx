import type { FolderRule } from '../../../src-main/contract/settings.ts';
import { Choice } from '../../components/choice.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { FoldTitle } from '../../components/fold-title.tsx';
import { RequestDetails } from '../../components/request-details.tsx';
import { readDetails } from '../../components/request-details-draft.ts';
import { t } from '../../strings/translate.ts';
import { AdvancedFields, type FieldsProps, PatternFields } from './advanced-fields.tsx';
import { BacklogField } from './backlog-field.tsx';
import { GroupingField } from './grouping-field.tsx';
import { PlaceField } from './place-field.tsx';
import { PreviewBox } from './preview-box.tsx';
import { backlogText, groupingText } from './rule-text.ts';
import { TaskTypeField } from './task-type-field.tsx';
import { TestBox } from './test-box.tsx';
import type { Preview } from './use-preview.ts';

interface StepProps extends FieldsProps {
  readonly preview: Preview;
}

/** Step 1: which folder. */
export function PlaceStep({ draft, faults, preview, onChange }: StepProps) {
  const { data } = preview;
  return (
    <>
      <PlaceField
        path={draft.path}
        fault={faults.path === true ? t('folders.fault.path') : null}
        onChange={(path) => onChange({ path })}
      />
      {data !== null && (
        <p role="status" className={data.reachable ? 'quiet' : 'field-fault'}>
          {data.reachable
            ? t('folders.place.found', { files: data.taken + data.held_count })
            : t('folders.preview.unreachable')}
        </p>
      )}
    </>
  );
}

/** Step 2: what becomes a Task, and which files are taken, beside what that does now. */
export function GroupStep({ draft, faults, preview, onChange }: StepProps) {
  return (
    <div className="folder-halves">
      <div className="folder-half">
        <GroupingField draft={draft} faults={faults} onChange={onChange} />
        <PatternFields draft={draft} faults={faults} onChange={onChange} />
      </div>
      <PreviewBox preview={preview} />
    </div>
  );
}

/** Step 3: what the service is to do, and what becomes of files here. */
export function GoStep({ draft, faults, preview, isNew, onChange }: StepProps & { readonly isNew: boolean }) {
  const details = readDetails(draft.details);
  const count = details.ok ? Object.keys(details.spec).length : 0;
  const total = preview.data?.taken ?? null;
  return (
    <>
      <TaskTypeField
        value={draft.taskType}
        fault={faults.taskType === true ? t('drop.taskType.missing') : null}
        onChange={(taskType) => onChange({ taskType })}
      />
      {isNew && total !== null && total > 0 && (
        <BacklogField
          value={draft.backlog}
          total={total}
          ages={preview.data?.backlog ?? []}
          later
          onChange={(backlog) => onChange({ backlog })}
        />
      )}
      <Choice
        label={t('folders.after')}
        value={draft.after}
        options={(['keep', 'move'] as const).map((value) => ({
          value,
          label: t(`folders.after.${value}`),
          hint: t(`folders.after.${value}.hint`),
        }))}
        onChange={(after) => onChange({ after })}
      />
      <Disclosure
        startsOpen={!details.ok}
        title={
          <FoldTitle
            title={t('details.label')}
            note={count === 0 ? t('details.note.none') : t('details.note', { count })}
          />
        }
      >
        <RequestDetails draft={draft.details} onChange={(changed) => onChange({ details: changed })} />
      </Disclosure>
      <AdvancedFields draft={draft} faults={faults} onChange={onChange} />
    </>
  );
}

interface CheckStepProps {
  readonly rule: FolderRule;
  readonly preview: Preview;
  readonly isNew: boolean;
  onTested(faulty: boolean): void;
}

/** Step 4: the rule in words, and whether everything it needs works. */
export function CheckStep({ rule, preview, isNew, onTested }: CheckStepProps) {
  return (
    <>
      <dl className="folder-summary">
        <dt>{t('folders.path')}</dt>
        <dd>
          <bdi className="folder-path">{rule.path}</bdi>
        </dd>
        <dt>{t('folders.grouping')}</dt>
        <dd>{groupingText(rule.group)}</dd>
        <dt>{t('drop.taskType')}</dt>
        <dd>
          <bdi>{rule.taskType}</bdi>
        </dd>
        <dt>{t('folders.after')}</dt>
        <dd>{t(`folders.after.${rule.after}`)}</dd>
        {isNew && preview.data?.reachable && (
          <>
            <dt>{t('folders.preview.now')}</dt>
            <dd>{t('folders.preview.sum', { files: preview.data.taken, tasks: preview.data.tasks })}</dd>
            {preview.data.taken > 0 && (
              <>
                <dt>{t('folders.backlog', { count: preview.data.taken })}</dt>
                <dd>{backlogText(rule.backlog, preview.data.taken)}</dd>
              </>
            )}
          </>
        )}
      </dl>
      <TestBox rule={rule} onTested={onTested} />
    </>
  );
}
