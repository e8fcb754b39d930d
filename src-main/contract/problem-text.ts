/**
 * The subject of a problem: a document of a watched folder, a document that a person added by hand, an answer to a waiting Task,
 * or a change of a Task (its name, follow-up mark or external_id) or an event for a Task.
 */
export const PROBLEM_SUBJECTS = ['folder', 'drop', 'answer', 'change'] as const;
export type ProblemSubject = (typeof PROBLEM_SUBJECTS)[number];

export interface SubjectText {
  /** The sentence that says what happened. `{detail}` becomes the detail of the problem; without a detail, the text in [ ] is left out. */
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

/** The texts in another language: the same codes, the same subjects and the same steps. */
export type Translated<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string | undefined ? string : Translated<Texts[Name]>;
};
