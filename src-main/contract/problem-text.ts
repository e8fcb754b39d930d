export interface ProblemText {
  /**
   * What happened, and what it means for the documents. `{detail}` is replaced by what the service or system said; what stands
   * in brackets around it is left out where that is nothing.
   */
  readonly message: string;
  /** What the person does next; "nothing" is an answer too. */
  readonly next: string;
}
