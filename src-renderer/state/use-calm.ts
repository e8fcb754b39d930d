import { useEffect, useRef, useState } from 'react';

const BETWEEN_MS = 5000;

/**
 * A text that changes at most every few seconds, for what is read aloud: in the end it is always the newest. With another
 * `mood` it changes at once: nobody may hear that all is well when it no longer is.
 */
export function useCalm(text: string, mood: string): string {
  const [said, setSaid] = useState({ text, mood });
  const last = useRef(0);
  useEffect(() => {
    if (text === said.text && mood === said.mood) return;
    const wait = mood === said.mood ? last.current + BETWEEN_MS - Date.now() : 0;
    const timer = setTimeout(
      () => {
        last.current = Date.now();
        setSaid({ text, mood });
      },
      Math.max(0, wait),
    );
    return () => clearTimeout(timer);
  }, [text, mood, said]);
  return mood === said.mood ? said.text : text;
}
