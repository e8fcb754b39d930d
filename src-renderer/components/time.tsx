import { fullTimeText, timeText } from '../strings/format.ts';

/** A short time. The `title` attribute shows the full time. */
export function Time({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={fullTimeText(iso)} className="numbers">
      {timeText(iso)}
    </time>
  );
}
