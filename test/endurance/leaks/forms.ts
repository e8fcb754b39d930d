/* Every way in which a text may stand in bytes without standing there in so many words. */

export interface Found {
  readonly canary: string;
  readonly form: string;
  readonly at: number;
}

/** For each of the three base64 alignments, the part that does not depend on the text around. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const start = shift === 0 ? 0 : shift + 1;
    const end = text.length - (text.endsWith('==') ? 3 : text.endsWith('=') ? 2 : 0);
    return text.slice(start, end);
  });
}

const each = (text: string, form: (unit: string) => string) => text.split('').map(form).join('');
const hex4 = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0');

/** The byte patterns a canary may stand as, by the name of the form. */
export function formsOf(canary: string): ReadonlyMap<string, Buffer> {
  const utf8 = Buffer.from(canary, 'utf8');
  const utf16 = Buffer.from(canary, 'utf16le');
  const forms = new Map<string, Buffer>([
    ['as it is', utf8],
    ['latin1', Buffer.from(canary, 'latin1')],
    ['utf16le', utf16],
    ['utf16be', Buffer.from(utf16).swap16()],
    ['hex', Buffer.from(utf8.toString('hex'))],
    ['percent', Buffer.from(encodeURIComponent(canary))],
    [
      'percent of everything',
      Buffer.from([...utf8].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
    ],
    ['form', Buffer.from(encodeURIComponent(canary).replaceAll('%20', '+'))],
    ['json', Buffer.from(JSON.stringify(canary).slice(1, -1))],
    ['json of everything', Buffer.from(each(canary, (unit) => `\\u${hex4(unit)}`))],
    [
      'json of what is not ascii',
      Buffer.from(each(canary, (unit) => (unit > '~' ? `\\u${hex4(unit)}` : unit))),
    ],
    ['json in json', Buffer.from(JSON.stringify(JSON.stringify(canary)).slice(3, -3))],
    ['no spaces', Buffer.from(canary.replaceAll(' ', '_'))],
  ]);
  for (const [index, text] of base64Forms(utf8).entries()) {
    forms.set(`base64, ${index}`, Buffer.from(text));
    forms.set(`base64url, ${index}`, Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_')));
  }
  return forms;
}

/** A case-insensitive search for these canaries in any bytes. */
export function searchFor(canaries: readonly string[]): (bytes: Buffer) => Found[] {
  const needles = canaries.flatMap((canary) =>
    [canary, canary.toUpperCase(), canary.toLowerCase()]
      .flatMap((written) => [...formsOf(written)])
      .map(([form, pattern]) => ({
        canary,
        form,
        pattern: lower(pattern),
        exact: pattern,
      })),
  );
  return (bytes) => {
    const folded = lower(bytes);
    return needles.flatMap(({ canary, form, pattern, exact }) => {
      // Base64 is case-sensitive.
      const at = form.startsWith('base64') ? bytes.indexOf(exact) : folded.indexOf(pattern);
      return at < 0 ? [] : [{ canary, form, at }];
    });
  };
}

function lower(bytes: Buffer): Buffer {
  return Buffer.from(
    bytes.toString('latin1').replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
    'latin1',
  );
}
