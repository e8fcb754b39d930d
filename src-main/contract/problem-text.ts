/**
 * The subject of a problem: a document of a watched folder, a document that a person added by hand, an answer to a waiting Task, or a
 * change of a Task (its name, follow-up mark, id or event). The texts of a problem differ by subject.
 */
export const PROBLEM_SUBJECTS = ['folder', 'drop', 'answer', 'change'] as const;
export type ProblemSubject = (typeof PROBLEM_SUBJECTS)[number];

export interface SubjectText {
  /**
   * The event, and its consequence for the documents. The detail of the problem replaces `{detail}`. If the problem has no detail, the
   * text in brackets around `{detail}` is left out.
   */
  readonly message: string;
  /** The person's next step in the words of the app's buttons. */
  readonly next: string;
  /** The next step in the words of the command line; set if `next` names a button. */
  readonly command?: string | undefined;
}

/** The text of a problem for a document of a watched folder, and the texts that differ for other subjects. */
export interface ProblemText extends SubjectText {
  readonly drop?: Partial<SubjectText>;
  readonly answer?: Partial<SubjectText>;
  readonly change?: Partial<SubjectText>;
}
