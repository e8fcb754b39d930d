import { userInfo } from 'node:os';

/** The account name of the person at this process, for the audit and for who sent an answer. */
export function actor(): string {
  try {
    return userInfo().username;
  } catch {
    // An account without an entry, as in some containers.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
