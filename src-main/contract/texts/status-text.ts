import { isTextKey, type Language, messageText } from './messages.ts';

/** Returns the words for a status of a Task. A status that this program does not know is returned unchanged (I7). */
export function statusText(status: string, language: Language): string {
  const key = `status.${status}`;
  return isTextKey(key) ? messageText(key, language, {}) : status;
}
