export const issues = {} as const;
