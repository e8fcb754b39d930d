import { useCallback } from 'react';
import type { Preferences } from '../../../src-main/contract/views/settings-view.ts';
import { useHost } from '../host-context.ts';
import { useLive } from '../live.ts';
import { sayFailure } from '../notices.ts';
import { useVerb } from './use-verb.ts';

export function usePreferences() {
  const host = useHost();
  const pushed = useLive((live) => live.preferences);
  const asked = useVerb('preferences.get', pushed === null ? {} : null);
  const preferences = pushed ?? asked.data;
  const change = useCallback(
    async (changes: Partial<Preferences>) => {
      if (preferences === null) return;
      const result = await host.call('preferences.save', { preferences: { ...preferences, ...changes } });
      if (result.ok) useLive.setState({ preferences: result.value });
      else sayFailure(result.error);
    },
    [host, preferences],
  );
  return { preferences, failure: pushed === null ? asked.failure : null, change };
}
