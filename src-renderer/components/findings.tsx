import type { Finding } from '../../src-main/contract/views/folder.ts';
import { saidText } from '../strings/problem-text.ts';
import { t } from '../strings/translate.ts';
import { Chip } from './chip.tsx';
import './findings.css';

const TONES = { ok: 'ok', unknown: 'plain', fault: 'bad' } as const;

export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <div role="status">
      <ul>
        {findings.map(({ what, state, next, said }) => (
          <li key={what} className="finding">
            <Chip tone={TONES[state]}>{t(`finding.${state}`)}</Chip>
            <div className="break">
              <p>
                <span className="finding-what">{saidText(said.what)}</span> {saidText(said.words)}
              </p>
              {state !== 'ok' && next !== '' && (
                <p className="quiet">{t('common.whatToDo', { next: saidText(said.next) })}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
