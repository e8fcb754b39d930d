import type { MessageKey } from '../index.ts';

/** The help for one screen. A text in “ ” is exactly a text of the app. */
export interface HelpText {
  /** A description of what the screen shows. */
  readonly shows: string;
  /** The activities of a person on the screen. `task` names the activity, and `how` explains the activity. */
  readonly steps: readonly { readonly task: string; readonly how: string }[];
  /** Explanations of words on the screen. The key is the key of the message that is the word. */
  readonly words: { readonly [key in MessageKey]?: string };
  /** Advice about typical problems: when a problem occurs, and the act that helps. */
  readonly stuck: readonly { readonly when: string; readonly act: string }[];
}

/** The type of the translation of the help text `T`. The compiler reports a missing text. */
export type Translated<T> = T extends string ? string : { readonly [K in keyof T]: Translated<T[K]> };
