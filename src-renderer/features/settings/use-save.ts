import { useCallback } from 'react';
import type { Settings } from '../../../src-main/contract/settings.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { say } from '../../state/notices.ts';
import { useAction } from '../../state/use-verb.ts';
import { t } from '../../strings/translate.ts';

/** Keeps settings: whether that is under way, and what kept it from being done. */
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
