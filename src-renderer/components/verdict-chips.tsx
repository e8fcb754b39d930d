import { t } from '../strings/translate.ts';
import { Chip } from './chip.tsx';
import './verdict-chips.css';

interface VerdictChipsProps {
  readonly verdicts: readonly { readonly code: string; readonly approved: boolean }[];
  /** How many are shown where there is no room for all; codes not approved come first then. */
  readonly most?: number;
}

/** Each code with what was decided about it; a mark and words beside the colour. */
export function VerdictChips({ verdicts, most = Number.POSITIVE_INFINITY }: VerdictChipsProps) {
  const ordered = verdicts.length > most ? verdicts.toSorted(byApproval) : verdicts;
  const shown = ordered.slice(0, most);
  return (
    <span className="verdict-chips">
      {shown.map(({ code, approved }) => {
        const words = t(approved ? 'verdict.approved' : 'verdict.not-approved');
        return (
          <Chip key={code} tone={approved ? 'ok' : 'bad'}>
            <span aria-hidden="true">{approved ? '✓' : '✗'}</span>
            <span title={`${code}: ${words}`}>
              {code}
              <span className="visually-hidden"> {words}</span>
            </span>
          </Chip>
        );
      })}
      {ordered.length > shown.length && (
        <Chip>{t('common.andMore', { count: ordered.length - shown.length })}</Chip>
      )}
    </span>
  );
}

function byApproval(a: { readonly approved: boolean }, b: { readonly approved: boolean }): number {
  return Number(a.approved) - Number(b.approved);
}
