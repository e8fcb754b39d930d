/**
 * The subject of a problem. The texts of a problem can differ by subject.
 * - `folder`: a document of a watched folder
 * - `drop`: a document that a person added by hand
 * - `answer`: an answer to a waiting Task
 * - `change`: a change of a Task (of its name, follow-up mark or external_id), or an event for a Task
 */
export const PROBLEM_SUBJECTS = ['folder', 'drop', 'answer', 'change'] as const;
export type ProblemSubject = (typeof PROBLEM_SUBJECTS)[number];

export interface SubjectText {
  /**
   * What happened, and the consequence for the documents. The detail of the problem replaces `{detail}`. If the problem has no detail, the
   * text in square brackets around `{detail}` is left out.
   */
  readonly message: string;
  /** The person's next step, in the words of the app's buttons. */
  readonly next: string;
  /** The next step in the words of the command line. Set if `next` names a button, because the command line has no buttons. */
  readonly command?: string | undefined;
}

/**
 * The texts of a problem. `message`, `next` and `command` are the texts for the subject `folder`. `drop`, `answer` and `change` contain
 * only the texts that differ for that subject.
 */
export interface ProblemText extends SubjectText {
  readonly drop?: Partial<SubjectText>;
  readonly answer?: Partial<SubjectText>;
  readonly change?: Partial<SubjectText>;
}
