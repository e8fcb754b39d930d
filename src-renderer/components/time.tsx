import { fullTimeText, timeText } from '../strings/format.ts';

/** A time in short, with the whole of it for those who point at it. */
export function Time({ iso }: { readonly iso: string }) {
  return (
    <time dateTime={iso} title={fullTimeText(iso)} className="numbers">
      {timeText(iso)}
    </time>
  );
}
