import type { Finding } from '../../src-main/contract/views/folder.ts';
import { t } from '../strings/translate.ts';
import { Chip } from './chip.tsx';
import './findings.css';

const TONES = { ok: 'ok', unknown: 'plain', fault: 'bad' } as const;

export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <div role="status">
      <ul>
        {findings.map(({ what, state, words, next }) => (
          <li key={what} className="finding">
            <Chip tone={TONES[state]}>{t(`finding.${state}`)}</Chip>
            <div className="break">
              <p>
                <span className="finding-what">{what}</span> {words}
              </p>
              {state !== 'ok' && next !== '' && <p className="quiet">{t('common.whatToDo', { next })}</p>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
