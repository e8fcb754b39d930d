/**
 * The subject of a problem, for problems whose text differs by subject: a document of a watched folder, a document given by hand (no folder
 * is watched for the document, so a person must act), an answer to a waiting Task, or a change of a Task (its name, follow-up mark, id or
 * event).
 */
export const PROBLEM_SUBJECTS = ['folder', 'drop', 'answer', 'change'] as const;
export type ProblemSubject = (typeof PROBLEM_SUBJECTS)[number];

/** The text of a problem for one subject. */
export interface SubjectText {
  /**
   * The message says what happened and the consequence for the documents. The detail of the problem replaces `{detail}`. Without a detail
   * the text in brackets around `{detail}` is left out.
   */
  readonly message: string;
  /** The person's next step in the words of the app's buttons; "Nothing" is a next step, too. */
  readonly next: string;
  /** The person's next step at the command line, for texts that would name a button. */
  readonly command?: string | undefined;
}

/** The text of a problem for a document of a folder, and the differences for the other subjects. */
export interface ProblemText extends SubjectText {
  readonly drop?: Partial<SubjectText>;
  readonly answer?: Partial<SubjectText>;
  readonly change?: Partial<SubjectText>;
}
