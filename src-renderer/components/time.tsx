import { fullTimeText, timeText } from '../strings/time-text.ts';

export function Time({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={fullTimeText(iso)} className="numbers">
      {timeText(iso)}
    </time>
  );
}
