export const verdicts = {} as const;
