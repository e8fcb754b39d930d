/** Makes a switch exhaustive: the call compiles only if every member of the union is handled. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
