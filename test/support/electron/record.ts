/** What the program asked of the stand-in, in the order it asked. */
export interface Asked {
  readonly what: string;
  readonly value: unknown;
}

const asked: Asked[] = [];

export function write(what: string, value: unknown = null): void {
  asked.push({ what, value });
}

export const everythingAsked = (): readonly Asked[] => asked;
