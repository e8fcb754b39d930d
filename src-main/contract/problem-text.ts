/**
 * The subject of a problem, for problems whose text differs by subject: a document of a watched folder, a document given by hand
 * (no folder is watched for the document, so a person must act), an answer to a waiting Task, or a change of a Task (its name,
 * follow-up mark, id or event).
 */
export const PROBLEM_SUBJECTS = ['folder', 'drop', 'answer', 'change'] as const;
export type ProblemSubject = (typeof PROBLEM_SUBJECTS)[number];

export interface Words {
  /**
   * What happened, and the consequence for the documents. The words of the service or system replace `{detail}`; the text in
   * brackets around `{detail}` is left out if there are no such words.
   */
  readonly message: string;
  /** The person's next step in the words of the app's buttons; "Nothing" is a next step, too. */
  readonly next: string;
  /** The person's next step at the command line, for texts that would name a button. */
  readonly command?: string | undefined;
}

/** The words for a problem of a document of a folder, and whatever is different for another subject. */
export interface ProblemText extends Words {
  readonly drop?: Partial<Words>;
  readonly answer?: Partial<Words>;
  readonly change?: Partial<Words>;
}
