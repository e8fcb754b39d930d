import { z } from 'zod';
import type { Messages } from './message-keys.d.ts';
import { isTextKey, type Language, messageText, type TextKey } from './messages.ts';

// The detail of a problem is a string: the words of the service or of the system as they are, or a message of Clearfolder as JSON with its
// key and its values. So a stored detail is shown in every language, however its sentence is worded later.

type DetailKey = Extract<TextKey, `detail.${string}`>;
type DetailValues<Key extends DetailKey> = keyof Messages<string>[Key] extends never
  ? []
  : [values: Messages<string>[Key]];

/** Returns a detail that `detailIn` shows in every language. A value may be such a detail too. */
export function detailOf<Key extends DetailKey>(key: Key, ...[values]: DetailValues<Key>): string {
  return JSON.stringify({ detail: key, values: values ?? {} });
}

const BEGIN = '{"detail":"detail.';
const ownSchema = z.object({
  detail: z.string().refine(isTextKey),
  values: z.record(z.string(), z.string()),
});

/** Returns a detail in a language. The words of the service or of the system stay as they are. */
export function detailIn(detail: string, language: Language): string {
  if (!detail.startsWith(BEGIN)) return detail;
  const own = ownSchema.safeParse(parsedOrNull(detail)).data;
  if (own === undefined) return detail;
  const values = Object.entries(own.values).map(([name, value]) => [name, detailIn(value, language)]);
  return messageText(own.detail, language, Object.fromEntries(values));
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
