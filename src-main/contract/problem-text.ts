/**
 * What a problem is about, where one text is not true of all: a document of a watched folder, a document given by hand (nobody
 * watches it, so nothing about it goes on by itself), an answer to a waiting Task, or a change of a Task (its name, follow-up mark,
 * id or event).
 */
export const PROBLEM_SUBJECTS = ['folder', 'drop', 'answer', 'change'] as const;
export type ProblemSubject = (typeof PROBLEM_SUBJECTS)[number];

export interface Words {
  /**
   * What happened, and what it means for the documents. `{detail}` is replaced by what the service or system said; what stands
   * in brackets around it is left out where that is nothing.
   */
  readonly message: string;
  /** What the person does next, with the buttons of the app; "nothing" is an answer too. */
  readonly next: string;
  /** What the person does next at the command line, where a button's name would be a verb. */
  readonly command?: string | undefined;
}

/** The words for a problem of a document of a folder, and whatever is different for another subject. */
export interface ProblemText extends Words {
  readonly drop?: Partial<Words>;
  readonly answer?: Partial<Words>;
  readonly change?: Partial<Words>;
}
