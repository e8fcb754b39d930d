import { t } from '../strings/translate.ts';
import { Chip } from './chip.tsx';
import './verdict-chips.css';

/** Each code with what was decided about it; a mark and words beside the colour. */
export function VerdictChips({
  verdicts,
}: {
  readonly verdicts: readonly { readonly code: string; readonly approved: boolean }[];
}) {
  return (
    <span className="verdict-chips">
      {verdicts.map(({ code, approved }) => {
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
    </span>
  );
}
