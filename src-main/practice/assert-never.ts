/** Makes a `switch` exhaustive: a new member of the union is a compile error until the `switch` handles it. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${String(value)}`);
}
