import type { ReactNode } from 'react';
import './chip.css';

export type Tone = 'plain' | 'ok' | 'warn' | 'bad' | 'info';

/** A state in one or two words. Its tone repeats what the words say: colour alone never tells anything. */
export function Chip({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`chip chip-${tone}`}>{children}</span>;
}
