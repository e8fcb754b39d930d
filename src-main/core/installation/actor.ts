import { userInfo } from 'node:os';

/** The account name of the person at this process, for the audit and for the sender of an answer. */
export function actor(): string {
  try {
    return userInfo().username;
  } catch {
    // The account has no entry, as in some containers.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
