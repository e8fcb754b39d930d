import type { MessageKey } from '../index.ts';

/** The help for one screen. A text quotes “words of the app” exactly. */
export interface HelpText {
  /** What the screen shows. */
  readonly shows: string;
  /** What people do on the screen. */
  readonly steps: readonly { readonly task: string; readonly how: string }[];
  /** What words of the screen mean. The key is the message with the word. */
  readonly words: { readonly [key in MessageKey]?: string };
  /** What to do when something is stuck. */
  readonly stuck: readonly { readonly when: string; readonly act: string }[];
}

/** The shape of a help text in another language. The compiler finds each missing text. */
export type Translated<T> = T extends string ? string : { readonly [K in keyof T]: Translated<T[K]> };
