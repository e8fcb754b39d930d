import { useEffect, useRef, useState } from 'react';

const BETWEEN_MS = 5000;

/** A text that changes at most every few seconds, for what is read aloud: in the end it is always the newest. */
export function useCalm(text: string): string {
  const [said, setSaid] = useState(text);
  const last = useRef(0);
  useEffect(() => {
    if (text === said) return;
    const timer = setTimeout(
      () => {
        last.current = Date.now();
        setSaid(text);
      },
      Math.max(0, last.current + BETWEEN_MS - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [text, said]);
  return said;
}
