import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { OutboxStateView } from '../../../src-main/contract/views/common.ts';
import { t } from '../../strings/translate.ts';

type Counts = Readonly<Partial<Record<OutboxStateView, number>>>;

const GROUPS = {
  all: [],
  onWay: ['sending', 'queued', 'unconfirmed'],
  rejected: ['rejected'],
  accepted: ['accepted'],
  withdrawn: ['withdrawn'],
} as const satisfies Record<string, readonly OutboxStateView[]>;
const NAMES = ['all', 'onWay', 'rejected', 'accepted', 'withdrawn'] as const;

const sameStates = (a: readonly OutboxStateView[], b: readonly OutboxStateView[]) =>
  a.length === b.length && a.every((state) => b.includes(state));

interface OutboxFilterProps {
  readonly states: readonly OutboxStateView[];
  readonly counts: Counts | null;
  onChange(states: readonly OutboxStateView[]): void;
}

/** Which states are shown, with how many there are of each. */
export function OutboxFilter({ states, counts, onChange }: OutboxFilterProps) {
  const chosen = NAMES.find((name) => sameStates(GROUPS[name], states));
  const label = (name: (typeof NAMES)[number]) => {
    if (counts === null) return t(`outbox.filter.${name}`);
    const wanted: readonly OutboxStateView[] = GROUPS[name];
    const some = Object.values(counts).reduce((sum, one) => sum + one, 0);
    const count = wanted.length === 0 ? some : wanted.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
    return t('outbox.filterCount', { name: t(`outbox.filter.${name}`), count });
  };
  return (
    <ToggleButtonGroup
      aria-label={t('outbox.filter')}
      className="wrap gap-1"
      disallowEmptySelection
      selectedKeys={chosen === undefined ? [] : [chosen]}
      onSelectionChange={(keys) => {
        const name = NAMES.find((one) => keys.has(one));
        if (name !== undefined) onChange(GROUPS[name]);
      }}
    >
      {NAMES.map((name) => (
        <ToggleButton key={name} id={name} className="quiet outbox-filter-button numbers">
          {label(name)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
