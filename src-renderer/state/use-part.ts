import { useState } from 'react';

export interface Part {
  readonly offset: number;
  readonly length: number;
  turnTo(offset: number): void;
}

/** Which part of a long list is shown: the first, until a person turns to another one, and again when `question` changes. */
export function usePart(length: number, question = ''): Part {
  const [turned, setTurned] = useState({ question, offset: 0 });
  return {
    offset: turned.question === question ? turned.offset : 0,
    length,
    turnTo: (offset) => setTurned({ question, offset: Math.max(0, offset) }),
  };
}
