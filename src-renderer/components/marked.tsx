import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { findWords, type SearchWord, searchWords } from '../../src-main/contract/texts/find-words.ts';
import { keyed } from './rows/keyed.ts';
import './marked.css';

const WordsContext = createContext<readonly SearchWord[]>([]);

/** Every `Marked` inside `children` marks the words of `search`. */
export function Marking({ search, children }: { readonly search: string; readonly children: ReactNode }) {
  const words = useMemo(() => searchWords(search), [search]);
  return <WordsContext value={words}>{children}</WordsContext>;
}

export function Marked({ text }: { readonly text: string }) {
  const words = useContext(WordsContext);
  const found = useMemo(() => findWords(text, words), [text, words]);
  if (found.length === 0) return text;
  const parts = found.map(({ from, to }, index) => ({
    before: text.slice(found[index - 1]?.to ?? 0, from),
    word: text.slice(from, to),
  }));
  return (
    <>
      {keyed(parts).map(({ key, item: { before, word } }) => (
        <span key={key}>
          {before}
          <mark>{word}</mark>
        </span>
      ))}
      {text.slice(found.at(-1)?.to)}
    </>
  );
}
