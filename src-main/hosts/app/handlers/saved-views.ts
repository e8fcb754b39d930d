import { z } from 'zod';
import type { savedViewVerbs } from '../../../contract/verbs/saved-views.ts';
import { type SavedView, savedViewSchema } from '../../../contract/views/saved-view.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { readState, writeState } from '../../../core/ledger/db/station-state.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from './handlers.ts';

// The saved views are in the ledger and not in the preferences, because the name and the search text of a view may contain the name of a
// patient (I11).
const KEY = 'app.saved-views';

const readViews = (ledger: Ledger) => readState(ledger, KEY, z.array(savedViewSchema).catch([])) ?? [];

function change(context: AppContext, to: (views: readonly SavedView[]) => SavedView[]): SavedView[] {
  const { ledger } = context.engine();
  const views = ledger.transaction(() => {
    const changed = to(readViews(ledger)).sort((a, b) => a.name.localeCompare(b.name));
    writeState(ledger, KEY, changed);
    return changed;
  });
  context.changed();
  return views;
}

export const savedViewHandlers: Handlers<keyof typeof savedViewVerbs> = {
  'views.list': (_, context) => readViews(context.engine().ledger),
  'views.save': ({ view, replaces }, context) =>
    change(context, (views) => [
      ...views.filter(
        ({ screen, name }) => screen !== view.screen || (name !== view.name && name !== replaces),
      ),
      view,
    ]),
  'views.remove': ({ screen, name }, context) =>
    change(context, (views) => views.filter((view) => view.screen !== screen || view.name !== name)),
};
