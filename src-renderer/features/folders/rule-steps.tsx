import { useCallback, useEffect, useState } from 'react';
import type { FolderRule } from '../../../src-main/contract/settings.ts';
import type { Finding } from '../../../src-main/contract/views/folder.ts';
import { Disclosure, FoldTitle } from '../../components/disclosure.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { Findings } from '../../components/findings.tsx';
import { BacklogField } from '../../components/folders/backlog-field.tsx';
import { countBacklog } from '../../components/folders/count-backlog.ts';
import { PreviewBox } from '../../components/folders/preview-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Choice, Switch } from '../../components/input/choice.tsx';
import { TextField } from '../../components/input/field.tsx';
import { RequestDetails } from '../../components/input/request-details.tsx';
import { readDetails } from '../../components/input/request-details-draft.ts';
import { Suggest } from '../../components/input/select.tsx';
import { Loading, Progress } from '../../components/progress.tsx';
import { Fact } from '../../components/screen.tsx';
import { useHost } from '../../state/host-context.ts';
import { sayFailure } from '../../state/notices.ts';
import type { Preview } from '../../state/queries/use-preview.ts';
import { useTaskTypes } from '../../state/queries/use-task-types.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import {
  ADVANCED_FIELDS,
  backlogText,
  type GroupingKind,
  groupingText,
  type RuleDraft,
  type RuleFaults,
} from './rule-draft.ts';

interface StepProps extends FieldsProps {
  readonly preview: Preview;
}

export function PlaceStep({
  draft: { path },
  faults,
  preview: { data, failure, looking },
  onChange,
}: StepProps) {
  const host = useHost();
  const [startsOpen] = useState(path === '' && host.chooseFolder === null);
  const [browsing, setBrowsing] = useState(startsOpen);
  const put = (chosen: string) => onChange({ path: chosen });
  const choose = async () => {
    if (host.chooseFolder === null) return setBrowsing(!browsing);
    const result = await host.chooseFolder();
    if (!result.ok) return sayFailure(result.error);
    if (result.value.path !== null) put(result.value.path);
  };
  return (
    <>
      <div className="stack gap-3 folder-place">
        <div className="folder-place-line">
          <TextField
            autoFocus
            label={t('folders.path')}
            hint={t('folders.path.hint')}
            fault={faults.path === true ? t('folders.fault.path') : null}
            value={path}
            onChange={put}
            mono
            spellCheck="false"
          />
          {!startsOpen && (
            <Button
              onPress={() => void choose()}
              {...(host.chooseFolder === null ? { 'aria-expanded': browsing } : {})}
            >
              {t(host.chooseFolder === null ? 'folders.browse' : 'folders.choose')}
            </Button>
          )}
        </div>
        {browsing && <Places start={path === '' ? null : path} onChoose={put} />}
      </div>
      {failure !== null && <FailureBox failure={failure} />}
      {looking && <Loading label={t('folders.preview.looking')} />}
      {data !== null && !looking && (
        <p role="status" className={data.reachable ? 'quiet' : 'field-fault'}>
          {data.reachable
            ? t('folders.place.found', { files: data.taken })
            : t(
                data.unreadable[0]?.code === 'ENOENT'
                  ? 'folders.place.missing'
                  : 'folders.preview.unreachable',
              )}{' '}
          {!data.reachable && t('folders.place.anyway')}
        </p>
      )}
    </>
  );
}

export function GroupStep({ draft, faults, preview, onChange }: StepProps) {
  return (
    <div className="folder-halves">
      <div className="stack gap-3 folder-half">
        <GroupingField draft={draft} faults={faults} onChange={onChange} />
        <PatternFields draft={draft} faults={faults} onChange={onChange} />
      </div>
      <PreviewBox preview={preview} />
    </div>
  );
}

export function GoStep({ draft, faults, preview, isNew, onChange }: StepProps & { readonly isNew: boolean }) {
  const details = readDetails(draft.details);
  const count = details.ok ? Object.keys(details.spec).length : 0;
  const backlog = countBacklog(null, preview.data);
  // A rule that is saved keeps the usual name, because documents may already be below a folder with that name.
  const usual = isNew ? t('folders.answerFolders.name') : true;
  const answers = draft.answerFolders === false ? usual : draft.answerFolders;
  return (
    <>
      <TaskTypeField draft={draft} faults={faults} onChange={onChange} />
      {isNew && backlog.documents > 0 && (
        <BacklogField
          {...backlog}
          value={draft.backlog}
          ages={preview.data?.backlog ?? []}
          later
          onChange={(chosen) => onChange({ backlog: chosen })}
        />
      )}
      <Choice
        label={t('folders.after')}
        value={draft.after}
        options={(['keep', 'move'] as const).map((value) => ({
          value,
          label: t(`folders.after.${value}`),
          hint: t(`folders.after.${value}.hint`, { answers: draft.answerFolders === false ? 'no' : 'yes' }),
        }))}
        onChange={(after) => onChange({ after })}
      />
      <Switch
        hint={t('folders.answerFolders.hint', {
          name: answers === true ? 'Answers' : answers,
          names: draft.answerFolderNames,
        })}
        isSelected={draft.answerFolders !== false}
        onChange={(isOn) => onChange({ answerFolders: isOn && usual })}
      >
        {t('folders.answerFolders')}
      </Switch>
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

export function CheckStep({ rule, preview, isNew, onTested }: CheckStepProps) {
  return (
    <>
      <dl className="facts">
        <Fact name={t('folders.path')}>
          <bdi className="break folder-path">{rule.path}</bdi>
        </Fact>
        <Fact name={t('folders.grouping')}>{groupingText(rule.group)}</Fact>
        <Fact name={t('drop.taskType')}>
          <bdi>{rule.taskType}</bdi>
        </Fact>
        <Fact name={t('folders.after')}>{t(`folders.after.${rule.after}`)}</Fact>
        {isNew && preview.data?.reachable && (
          <>
            {(preview.data.taken === 0 || rule.backlog === 'send') && (
              <Fact name={t('folders.preview.now')}>
                {t('folders.preview.sum', { files: preview.data.taken, tasks: preview.data.tasks })}
              </Fact>
            )}
            {preview.data.taken > 0 && (
              <Fact name={t('folders.backlog', { count: preview.data.taken })}>
                {backlogText(rule.backlog, preview.data.taken)}
              </Fact>
            )}
          </>
        )}
      </dl>
      <TestBox rule={rule} onTested={onTested} />
    </>
  );
}

const KINDS: readonly GroupingKind[] = ['file', 'folder', 'depth', 'key'];

function GroupingField({ draft, faults, onChange }: FieldsProps) {
  const fault =
    faults.group === true ? t(`folders.fault.${draft.grouping === 'key' ? 'key' : 'depth'}`) : null;
  return (
    <div className="stack gap-3 folder-grouping">
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

function TaskTypeField({ draft, faults, onChange }: FieldsProps) {
  const { known } = useTaskTypes();
  const attempt = useAction('task-types.try');
  const [tried, setTried] = useState<{ readonly type: string; readonly finding: Finding } | null>(null);
  const type = draft.taskType.trim();
  const go = async () => {
    setTried(null);
    const result = await attempt.run({ task_type: type });
    if (result.ok) setTried({ type, finding: result.value });
  };
  return (
    <div className="stack gap-3 folder-type">
      <div className="folder-place-line">
        <Suggest
          label={t('drop.taskType')}
          hint={t('drop.taskType.hint')}
          value={draft.taskType}
          suggestions={known}
          fault={faults.taskType === true ? t('drop.taskType.missing') : null}
          onChange={(taskType) => onChange({ taskType })}
        />
        <Button isDisabled={type === '' || attempt.busy} onPress={() => void go()}>
          {t('folders.try')}
        </Button>
      </div>
      {attempt.busy && <Progress label={t('folders.try.busy')} />}
      {attempt.failure !== null && <FailureBox failure={attempt.failure} />}
      {tried !== null && tried.type === type ? (
        <Findings findings={[tried.finding]} />
      ) : (
        <p className="quiet">{t(attempt.busy ? 'folders.try.busy' : 'folders.try.hint')}</p>
      )}
    </div>
  );
}

/** Tests a rule and shows the findings. After each test, calls `onTested`, with true if the test found a fault. */
function TestBox({ rule, onTested }: { readonly rule: FolderRule; onTested(faulty: boolean): void }) {
  const { run, busy, failure } = useAction('folders.test');
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const text = JSON.stringify(rule);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` contains the values of `rule`, which is a new object at each render
  const test = useCallback(async () => {
    const result = await run({ rule });
    if (!result.ok) return;
    setFindings(result.value);
    onTested(result.value.some(({ state }) => state === 'fault'));
  }, [run, text, onTested]);
  useEffect(() => void test(), [test]);
  return (
    <section className="stack gap-3 folder-test" aria-label={t('folders.test')}>
      <div className="section-header">
        <h3>{t('folders.test')}</h3>
        <Button size="small" isDisabled={busy} onPress={() => void test()}>
          {t('folders.test.again')}
        </Button>
      </div>
      {busy && <Progress label={t('folders.test.busy')} />}
      {failure !== null && <FailureBox failure={failure} />}
      <Findings findings={findings} />
      {findings.some(({ state }) => state === 'fault') && (
        <p className="folder-fault" role="status">
          {t('folders.test.fault')}
        </p>
      )}
    </section>
  );
}

function Places({ start, onChoose }: { readonly start: string | null; onChoose(path: string): void }) {
  const [at, setAt] = useState(start);
  const { data, failure, loading } = useVerb('places.list', { path: at });
  const go = (path: string | null) => {
    setAt(path);
    if (path !== null) onChoose(path);
  };
  return (
    <section className="folder-places" aria-label={t('folders.places')}>
      <div className="row gap-2 folder-places-head">
        <bdi className="folder-places-at">{at ?? t('folders.places.usual')}</bdi>
        {at !== null && (
          <Button size="small" kind="quiet" onPress={() => go(data?.parent ?? null)}>
            {t('folders.places.up')}
          </Button>
        )}
      </div>
      {failure !== null && <FailureBox failure={failure} />}
      {loading && <Loading />}
      <ul className="scrolls folder-places-list">
        {data?.folders.map(({ name, path }) => (
          <li key={path}>
            <Button size="small" kind="quiet" onPress={() => go(path)}>
              <bdi>{name}</bdi>
            </Button>
          </li>
        ))}
        {data?.folders.length === 0 && <li className="quiet">{t('folders.places.none')}</li>}
      </ul>
    </section>
  );
}

interface FieldsProps {
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

function PatternFields({ draft, faults, onChange }: FieldsProps) {
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

const PLACEHOLDERS = {
  ...{ id: '{id}', key: '{key}', folder: '{folder}' },
  ...{ uuid: '{uuid}', externalId: '{external_id}' },
};

function AdvancedFields({ draft, faults, onChange }: FieldsProps) {
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
