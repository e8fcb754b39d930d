/**
 * The subject of a problem: a document of a watched folder, a document that a person added by hand, an answer to a waiting Task,
 * or a change of a Task (its name, follow-up mark or external_id) or an event for a Task.
 */
export const PROBLEM_SUBJECTS = ['folder', 'drop', 'answer', 'change'] as const;
export type ProblemSubject = (typeof PROBLEM_SUBJECTS)[number];

export interface SubjectText {
  /**
   * The sentence that says what happened. The detail of the problem replaces `{detail}`. If the problem has no detail, the part of the
   * sentence in [ ] is left out.
   */
  readonly message: string;
  /** The person's next step, in the words of the app's buttons. */
  readonly next: string;
  /** The next step in the words of the command line. Set if `next` names a button, because the command line has no buttons. */
  readonly command?: string | undefined;
}

/** The texts for the subject `folder`. `drop`, `answer` and `change` contain only the texts that differ for that subject. */
export interface ProblemText extends SubjectText {
  readonly drop?: Partial<SubjectText>;
  readonly answer?: Partial<SubjectText>;
  readonly change?: Partial<SubjectText>;
}

/** The type of a translation of `Texts`: the same keys, with any string as the text of each key. */
export type Translated<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string | undefined ? string : Translated<Texts[Name]>;
};
