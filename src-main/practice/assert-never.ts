/** Makes a switch exhaustive: a new member of the union becomes a compile error in every switch without a case for the member. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${String(value)}`);
}
