import { useEffect, useRef, useState } from 'react';
import type { FolderViewOfRule } from '../../../src-main/contract/views/folder.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { focusStep, StepList } from '../../components/folders/step-list.tsx';
import { Button } from '../../components/input/button.tsx';
import { Form } from '../../components/input/field.tsx';
import { say } from '../../state/notices.ts';
import { usePreview } from '../../state/queries/use-preview.ts';
import { useTaskTypes } from '../../state/queries/use-task-types.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';
import {
  ADVANCED_FIELDS,
  draftOf,
  newDraft,
  type RuleDraft,
  type RuleField,
  readDraft,
  ruleToLookWith,
} from './rule-draft.ts';
import { CheckStep, GoStep, GroupStep, PlaceStep } from './rule-steps.tsx';
import './folder-dialog.css';

const FORM = 'folder-step';

const STEPS = ['place', 'group', 'go', 'check'] as const;
type Step = (typeof STEPS)[number];

const FIELDS: Readonly<Record<Step, readonly RuleField[]>> = {
  place: ['path'],
  group: ['group', 'include', 'exclude'],
  go: ['taskType', 'requestSpec', 'backlog', ...ADVANCED_FIELDS, 'after', 'watch'],
  check: [],
};

interface FolderDialogProps {
  readonly folder: FolderViewOfRule | null;
  onClose(): void;
}

export function FolderDialog({ folder, onClose }: FolderDialogProps) {
  const [first] = useState(() => (folder === null ? newDraft() : draftOf(folder.rule)));
  const [typed, setTyped] = useState(first);
  const [hasTaskType, setHasTaskType] = useState(folder !== null);
  const { only } = useTaskTypes();
  const draft = hasTaskType ? typed : { ...typed, taskType: only };
  const [step, setStep] = useState<Step>('place');
  const [unfit, setUnfit] = useState(false);
  const [pressed, setPressed] = useState<readonly Step[]>([]);
  const [waits, setWaits] = useState(false);
  const save = useAction('folders.save');
  const known = useVerb('folders.list', {}).data ?? [];
  const others = known.map(({ id }) => id).filter((id) => id !== folder?.id);
  const read = readDraft(draft, others);
  const preview = usePreview(draft.path.trim() === '' ? null : ruleToLookWith(draft));

  const change = (changes: Partial<RuleDraft>) => {
    save.forget();
    setUnfit(false);
    setWaits(false);
    if (changes.taskType !== undefined) setHasTaskType(true);
    setTyped((before) => ({ ...before, ...changes }));
  };
  const faulty = (one: Step) => !read.ok && FIELDS[one].some((field) => read.faults[field] === true);
  const isUnseen = draft.path.trim() !== '' && !preview.looking && preview.data?.reachable !== true;
  const anyway = isUnseen && step === 'place';
  const faults = read.ok || !pressed.includes(step) ? {} : read.faults;
  // The pressed button disappears with the old step of the dialog, so the first field of the new step gets the focus.
  const body = useRef<HTMLElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) {
      focusStep(body.current);
      beginning(body.current)?.focus();
    }
    shown.current = step;
  }, [step]);
  const go = (wanted: Step) => {
    setWaits(false);
    const before = STEPS.slice(0, STEPS.indexOf(wanted));
    const stop = before.find(faulty);
    setPressed([...pressed, ...before]);
    setStep(stop ?? wanted);
  };
  const next = STEPS[STEPS.indexOf(step) + 1];
  const back = STEPS[STEPS.indexOf(step) - 1];
  const goOn = () => {
    if (step === 'place' && preview.looking) setWaits(true);
    else if (next === undefined) void finish();
    else go(next);
  };
  // If a person goes on while Clearfolder still checks the folder, the next step comes as soon as Clearfolder has seen the folder.
  useEffect(() => {
    if (!waits || preview.looking) return;
    setWaits(false);
    if (!isUnseen) go('group');
  });
  const finish = async () => {
    if (!read.ok) return go('check');
    const result = await save.run({ rule: read.rule, replaces: folder?.id ?? null });
    if (!result.ok) return;
    say(t(folder === null ? 'folders.added' : 'folders.changed'));
    onClose();
  };

  return (
    <Dialog
      title={t(folder === null ? 'folders.add.title' : 'folders.edit.title')}
      onClose={onClose}
      size="wide"
      mustDecide={typed !== first}
      actions={
        <>
          <Button kind="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
          {back !== undefined && (
            <Button kind={unfit && next === undefined ? 'primary' : 'plain'} onPress={() => setStep(back)}>
              {t('common.back')}
            </Button>
          )}
          {next !== undefined && (
            <Button kind={folder === null && !anyway ? 'primary' : 'plain'} type="submit" form={FORM}>
              {t('folders.next')}
            </Button>
          )}
          {(folder !== null || next === undefined) && (
            <Button kind={unfit ? 'plain' : 'primary'} isDisabled={save.busy} onPress={() => void finish()}>
              {t(folder !== null ? 'common.save' : unfit ? 'folders.add.anyway' : 'folders.add.title')}
            </Button>
          )}
        </>
      }
    >
      <StepList
        steps={STEPS.map((id) => ({ id, title: t(`folders.step.${id}`) }))}
        current={step}
        faulty={(one) => pressed.includes(one) && (faulty(one) || (one === 'place' && isUnseen))}
        onGo={go}
      />
      <Form id={FORM} onSubmit={goOn}>
        <section
          className="stack gap-4 folder-step"
          key={step}
          ref={body}
          tabIndex={-1}
          aria-label={t(`folders.step.${step}`)}
        >
          {step === 'place' && (
            <PlaceStep draft={draft} faults={faults} preview={preview} onChange={change} />
          )}
          {step === 'group' && (
            <GroupStep draft={draft} faults={faults} preview={preview} onChange={change} />
          )}
          {step === 'go' && (
            <GoStep
              draft={draft}
              faults={faults}
              preview={preview}
              isNew={folder === null}
              onChange={change}
            />
          )}
          {step === 'check' && read.ok && (
            <CheckStep rule={read.rule} preview={preview} isNew={folder === null} onTested={setUnfit} />
          )}
          {save.failure !== null && <FailureBox failure={save.failure} />}
        </section>
      </Form>
    </Dialog>
  );
}

/** Returns the control at which a step begins: its chosen or first field, or else the button that ends the last step. */
function beginning(step: HTMLElement | null): HTMLElement | null | undefined {
  return (
    step?.querySelector<HTMLElement>('input:checked, input:not([type="radio"])') ??
    step?.closest('[role="dialog"]')?.querySelector<HTMLElement>('.dialog-actions > :last-child')
  );
}
