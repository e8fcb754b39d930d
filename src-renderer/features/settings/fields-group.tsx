import { useState } from 'react';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { FailureBox } from '../../components/failure-box.tsx';
import { Button } from '../../components/input/button.tsx';
import { Checkbox, Choice } from '../../components/input/choice.tsx';
import { TextField } from '../../components/input/field.tsx';
import { Progress } from '../../components/progress.tsx';
import { t } from '../../strings/translate.ts';
import { Group, useSave } from './group.tsx';
import {
  changedFields,
  type FieldName,
  forgetTexts,
  isLockedField,
  putText,
  textOfField,
  useDrafts,
  withTexts,
} from './settings-fields.ts';

const FIELD_GROUPS = {
  station: ['stationName'],
  sending: ['concurrency', 'idle', 'undo', 'milestones'],
  tracking: ['seconds', 'scope'],
  network: ['caFile', 'proxy'],
  callbacks: ['listen'],
  retention: ['days'],
} as const satisfies Record<string, readonly FieldName[]>;

interface FieldsGroupProps {
  readonly group: keyof typeof FIELD_GROUPS;
  readonly view: SettingsView;
  onSaved(view: SettingsView): void;
}

export function FieldsGroup({ group, view, onSaved }: FieldsGroupProps) {
  const all = useDrafts(({ texts }) => texts);
  const [pressed, setPressed] = useState(false);
  const { save, busy, failure, forget } = useSave(onSaved);
  const names: readonly FieldName[] = FIELD_GROUPS[group];
  const texts = Object.fromEntries(names.map((name) => [name, all[name]]));
  const changed = changedFields(view.settings, texts);
  const next = withTexts(view.settings, texts);
  const textOf = (name: FieldName) => all[name] ?? textOfField(view.settings, name);
  const put = (name: FieldName, text: string) => {
    forget();
    putText(name, text);
  };
  const giveUp = () => {
    forget();
    setPressed(false);
    forgetTexts(names);
  };
  const go = async () => {
    setPressed(true);
    if (next.settings !== null && (await save(next.settings))) giveUp();
  };
  return (
    <Group id={group} title={t(`settings.${group}`)} text={t(`settings.${group}.text`)}>
      {names.map((name) =>
        name === 'scope' ? (
          <Choice
            key={name}
            label={t('settings.scope')}
            isDisabled={isLockedField(view, name)}
            value={textOf(name) === 'organisation' ? 'organisation' : 'station'}
            options={(['station', 'organisation'] as const).map((value) => ({
              value,
              label: t(`settings.scope.${value}`),
              hint: t(`settings.scope.${value}.hint`),
            }))}
            onChange={(value) => put(name, value)}
          />
        ) : name === 'milestones' ? (
          <Checkbox
            key={name}
            hint={t(isLockedField(view, name) ? 'settings.locked' : 'settings.milestones.hint')}
            isDisabled={isLockedField(view, name)}
            isSelected={textOf(name) === 'true'}
            onChange={(on) => put(name, String(on))}
          >
            {t('settings.milestones')}
          </Checkbox>
        ) : (
          <TextField
            key={name}
            label={t(`settings.${name}`)}
            hint={t(isLockedField(view, name) ? 'settings.locked' : `settings.${name}.hint`)}
            isDisabled={isLockedField(view, name)}
            value={textOf(name)}
            onChange={(text) => put(name, text)}
            fault={
              (pressed || all[name] !== undefined) && next.faults.includes(name)
                ? t(`settings.fault.${name}`)
                : null
            }
          />
        ),
      )}
      {failure !== null && <FailureBox failure={failure} />}
      {busy && <Progress label={t('settings.saving')} />}
      {changed.length > 0 && (
        <div className="wrap gap-2 middle">
          <Button kind="primary" isDisabled={busy} onPress={() => void go()}>
            {t('common.save')}
          </Button>
          <Button isDisabled={busy} onPress={giveUp}>
            {t('settings.giveUp')}
          </Button>
          <p className="quiet" role="status">
            {t(busy ? 'settings.saving' : 'settings.unsaved')}
          </p>
        </div>
      )}
    </Group>
  );
}
