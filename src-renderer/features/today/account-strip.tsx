import { Button as AriaButton } from 'react-aria-components';
import {
  ACCOUNT_STATES,
  type AccountState,
  type AccountView,
} from '../../../src-main/contract/views/common.ts';
import { unaccounted } from '../../../src-main/contract/views/open-counts.ts';
import { Section } from '../../components/screen.tsx';
import { openFiles } from '../../state/panels.ts';
import { t } from '../../strings/translate.ts';

/** What went well first; states that hold nothing are left out, except the one everybody looks for. */
const ORDER: readonly AccountState[] = [
  'accepted',
  ...ACCOUNT_STATES.filter((state) => state !== 'accepted'),
];

function Count({ count, state }: { readonly count: number; readonly state: AccountState | 'found' }) {
  const words = t(`today.account.${state}`);
  return (
    <AriaButton
      className={`today-count today-count-${state}`}
      aria-label={t('today.account.show', { count, state: words })}
      onPress={() => openFiles({ folder: null, drops: false, states: state === 'found' ? [] : [state] })}
    >
      <span className="today-count-number numbers">{count}</span> <span>{words}</span>
    </AriaButton>
  );
}

/** Every file found is one of these (I1): a sum that a person can check, with the files behind each count. */
export function AccountStrip({ account }: { readonly account: AccountView }) {
  const off = unaccounted(account);
  const states = ORDER.filter((state) => state === 'accepted' || account[state] > 0);
  return (
    <Section title={t('today.account')}>
      <div className="card wrap today-account">
        <Count count={account.found} state="found" />
        {states.map((state, index) => (
          <span key={state} className="row">
            <span className="today-sign" aria-hidden="true">
              {index === 0 ? '=' : '+'}
            </span>
            <Count count={account[state]} state={state} />
          </span>
        ))}
      </div>
      {off !== 0 && (
        <p role="alert" className="today-off">
          {t('today.account.off', { difference: off })}
        </p>
      )}
    </Section>
  );
}
