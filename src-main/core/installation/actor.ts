import { userInfo } from 'node:os';

/** Returns the name of the operating-system account that runs this process. The audit record and each answer name this account. */
export function actor(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
