import { type ReactNode, useCallback, useId } from 'react';
import type { Settings } from '../../../src-main/contract/settings.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { say } from '../../state/notices.ts';
import { useAction } from '../../state/queries/use-verb.ts';
import { t } from '../../strings/translate.ts';

interface GroupProps {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** A group of settings. The navigation beside the groups scrolls to the group with this `id`. */
export function Group({ id, title, text, children }: GroupProps) {
  const label = useId();
  return (
    <section className="stack gap-4 settings-group card" aria-labelledby={label} id={`settings-${id}`}>
      <div>
        <h3 id={label} tabIndex={-1}>
          {title}
        </h3>
        {text !== undefined && <p className="quiet">{text}</p>}
      </div>
      {children}
    </section>
  );
}

/** Saves settings. `save` resolves to true if the settings were saved; otherwise to false, and `failure` gives the reason. */
export function useSave(onSaved: (view: SettingsView) => void) {
  const { run, busy, failure, forget } = useAction('settings.save');
  const save = useCallback(
    async (settings: Settings): Promise<boolean> => {
      const result = await run({ settings });
      if (!result.ok) return false;
      onSaved(result.value);
      say(t('settings.saved'));
      return true;
    },
    [run, onSaved],
  );
  return { save, busy, failure, forget };
}
