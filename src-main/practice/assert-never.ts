/** Makes a switch exhaustive: adding a member to the union becomes a compile error where it is forgotten. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${String(value)}`);
}
