/** Letters that stand side by side, of which a text is noted: fewer are in nearly every stretch, above all digits. */
export const GRAM = 4;

/** A signature has 2 KiB of bits; when half of them are set the next one begins. */
const LOG_BITS = 14;
const BITS = 2 ** LOG_BITS;
const FULL = BITS / 2;
/** Short texts leave a signature empty for long, and all of its stretch is read when it fits. */
const MOST_TEXTS = 250;

/** The ids from the one after `after` to `upTo`. */
export interface Span {
  readonly after: number;
  readonly upTo: number;
}

export function sizeOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { after, upTo }) => sum + upTo - after, 0);
}

/** One signature (a Bloom filter, two bits for each gram) and the stretch of ids whose texts it is of. */
interface Stretch {
  upTo: number;
  texts: number;
  filled: number;
  readonly bits: Uint8Array;
}

/** What tells where a text may be, and where it cannot, without the texts: 8 to 35 bytes for each ordinary one. */
export interface TextSignatures {
  /** The highest id that was noted. */
  end(): number;
  /** Notes the text of an id higher than any before. */
  append(id: number, text: string): void;
  /** Notes what the text of an id has become; what it was is found there too, as if it might still be. */
  change(id: number, text: string): void;
  /** Where what holds `search` may be, besides where these ids are: the highest first. All of it for less than `GRAM` letters. */
  spans(search: string, ids: readonly number[]): Span[];
}

export function createTextSignatures(): TextSignatures {
  const stretches: Stretch[] = [];

  function indexOf(id: number): number {
    let low = 0;
    let high = stretches.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((stretches[middle]?.upTo ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function open(id: number): Stretch {
    const last = stretches.at(-1);
    if (last !== undefined && last.filled < FULL && last.texts < MOST_TEXTS) return last;
    const next = { upTo: id, texts: 0, filled: 0, bits: new Uint8Array(BITS / 8) };
    stretches.push(next);
    return next;
  }

  return {
    end: () => stretches.at(-1)?.upTo ?? 0,
    append: (id, text) => {
      const stretch = open(id);
      stretch.upTo = id;
      stretch.texts += 1;
      note(stretch, text);
    },
    change: (id, text) => {
      const stretch = stretches[indexOf(id)];
      if (stretch !== undefined) note(stretch, text);
    },
    spans: (search, ids) => {
      const places = placesOf(search);
      const named = new Set(ids.map(indexOf));
      const spans: { after: number; upTo: number }[] = [];
      for (let index = stretches.length - 1; index >= 0; index--) {
        const stretch = stretches[index];
        if (stretch === undefined || !(named.has(index) || mayHold(stretch, places))) continue;
        const after = stretches[index - 1]?.upTo ?? 0;
        const above = spans.at(-1);
        if (above?.after === stretch.upTo) above.after = after;
        else spans.push({ after, upTo: stretch.upTo });
      }
      return spans;
    },
  };
}

function note(stretch: Stretch, text: string): void {
  const { bits } = stretch;
  forEachGram(text, (hash) => {
    stretch.filled += setBit(bits, firstPlace(hash)) + setBit(bits, secondPlace(hash));
  });
}

/** Gives how many bits more are set. */
function setBit(bits: Uint8Array, place: number): 0 | 1 {
  const byte = bits[place >>> 3] ?? 0;
  const bit = 1 << (place & 7);
  if ((byte & bit) !== 0) return 0;
  bits[place >>> 3] = byte | bit;
  return 1;
}

function placesOf(search: string): number[] {
  const places = new Set<number>();
  forEachGram(search, (hash) => {
    places.add(firstPlace(hash)).add(secondPlace(hash));
  });
  return [...places];
}

function mayHold({ bits }: Stretch, places: readonly number[]): boolean {
  return places.every((place) => ((bits[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0);
}

const firstPlace = (hash: number): number => hash >>> (32 - LOG_BITS);
const secondPlace = (hash: number): number => hash & (BITS - 1);

/** Gives a hash of every four letters that stand side by side. All of a history goes through it: no letter is read twice. */
function forEachGram(text: string, use: (hash: number) => void): void {
  let first = text.charCodeAt(0);
  let second = text.charCodeAt(1);
  let third = text.charCodeAt(2);
  for (let at = GRAM - 1; at < text.length; at++) {
    const fourth = text.charCodeAt(at);
    const sum =
      Math.imul(first, 0x9e3779b1) +
      Math.imul(second, 0x85ebca77) +
      Math.imul(third, 0xc2b2ae3d) +
      Math.imul(fourth, 0x27d4eb2f);
    const hash = Math.imul(sum ^ (sum >>> 15), 0x165667b1);
    use(hash ^ (hash >>> 13));
    first = second;
    second = third;
    third = fourth;
  }
}
