import { Button } from 'react-aria-components';
import { ACCOUNT_STATES, type AccountState } from '../../../src-main/contract/views/common.ts';
import type { FolderViewOfRule } from '../../../src-main/contract/views/folder.ts';
import { openFiles } from '../../state/panels.ts';
import { t } from '../../strings/translate.ts';

interface FolderCountsProps {
  readonly folder: FolderViewOfRule;
}

/** A folder's files by what became of them; each number leads to its files, and together they are all that was found (I1). */
export function FolderCounts({ folder: { id, counts, handled_by: other } }: FolderCountsProps) {
  // A file that another station is to send waits here as if it were still being written.
  const name = (state: AccountState) =>
    state === 'settling' && other !== null ? t('folders.counts.others') : t(`state.${state}`);
  const states = ACCOUNT_STATES.filter((state) => counts[state] > 0);
  const sum = states.reduce((total, state) => total + counts[state], 0);
  const open = (wanted: readonly AccountState[]) => openFiles({ folder: id, drops: false, states: wanted });
  if (counts.found === 0) return <p className="quiet">{t('folders.counts.none')}</p>;
  return (
    <>
      <ul className="wrap gap-2 folder-counts" aria-label={t('folders.counts')}>
        <li>
          <Button className="folder-count folder-count-found" onPress={() => open([])}>
            <span className="folder-count-number numbers">{counts.found}</span>
            <span>{t('folders.counts.found')}</span>
          </Button>
        </li>
        {states.map((state) => (
          <li key={state}>
            <Button className={`folder-count folder-count-${state}`} onPress={() => open([state])}>
              <span className="folder-count-number numbers">{counts[state]}</span>
              <span>{name(state)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {sum !== counts.found && (
        <p className="field-fault" role="alert">
          {t('folders.counts.wrong', { found: counts.found, sum })}
        </p>
      )}
    </>
  );
}
