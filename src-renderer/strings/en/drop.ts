export const drop = {} as const;
