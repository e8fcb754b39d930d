export const waiting = {} as const;
