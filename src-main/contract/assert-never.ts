/** Makes a switch over a union exhaustive: the call compiles only if the switch handles every member of the union. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
