import { userInfo } from 'node:os';

/** Returns the name of the operating-system account that runs this process, for the audit and for the sender of an answer. */
export function actor(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
