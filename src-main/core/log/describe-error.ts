const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const CODE = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** Returns the names and codes of an error and its causes, in at most 200 characters, without messages (I9, I11). Never throws. */
export function describeError(error: unknown): string {
  const parts: string[] = [];
  let current: unknown = error;
  while (current !== undefined && current !== null && parts.length < 3) {
    parts.push(describeOne(current));
    current = read(current, 'cause');
  }
  return parts.length === 0 ? 'nothing' : parts.join(' from ').slice(0, 200);
}

function describeOne(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const name = read(error, 'name');
  const code = read(error, 'code');
  const safeName = typeof name === 'string' && NAME.test(name) ? name : 'Error';
  const safeCode = (typeof code === 'string' || typeof code === 'number') && CODE.test(String(code));
  return safeCode ? `${safeName} ${code}` : safeName;
}

function read(value: unknown, key: 'name' | 'code' | 'cause'): unknown {
  try {
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  } catch {
    return undefined;
  }
}
