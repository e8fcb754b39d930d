import type { Attention } from '../../../src-main/contract/views/overview.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Section } from '../../components/screen.tsx';
import { useHost } from '../../state/host-context.ts';
import { t } from '../../strings/translate.ts';
import { attentionText } from './attention-text.ts';
import { leadOn } from './lead-on.ts';

function Need({ attention, first }: { readonly attention: Attention; readonly first: boolean }) {
  const host = useHost();
  const { title, text, next, action, tone, icon } = attentionText(attention);
  return (
    <li className={`today-need today-need-${tone}`}>
      <span className="today-need-icon">
        <Icon name={icon} />
      </span>
      <div className="today-need-words">
        <h3>{title}</h3>
        <p>{text}</p>
        {next !== null && <p className="quiet">{next}</p>}
      </div>
      <Button
        size="small"
        kind={first ? 'primary' : 'plain'}
        aria-label={`${action}: ${title}`}
        onPress={() => void leadOn(host, attention)}
      >
        {action}
      </Button>
    </li>
  );
}

/** What needs a person, the worst first, each with the one button that leads on. */
export function NeedsSection({ attention }: { readonly attention: readonly Attention[] }) {
  return (
    <Section title={t('today.needs')}>
      {attention.length === 0 ? (
        <p className="card row gap-2 today-none">
          <Icon name="check" />
          {t('today.needsNothing')}
        </p>
      ) : (
        <ul className="card today-list">
          {attention.map((one, index) => (
            <Need key={JSON.stringify(keyOf(one))} attention={one} first={index === 0} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const keyOf = (attention: Attention) => [
  attention.kind,
  'folder' in attention ? attention.folder : '',
  'problem' in attention ? `${attention.problem.code} ${attention.problem.subject ?? ''}` : '',
];
