/** Makes the compiler check that a `switch` handles every member of a union: a member without a `case` is a compile error. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${String(value)}`);
}
