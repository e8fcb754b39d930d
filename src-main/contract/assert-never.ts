/** Closes an exhaustive switch: compiles only when every member of the union was handled. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
