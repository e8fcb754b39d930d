import { filePattern, groupingSchema } from '../../../src-main/contract/settings.ts';
import { createGrouping } from '../../../src-main/core/folders/group/grouping.ts';
import { createGlob } from '../../../src-main/core/folders/scan/selection.ts';
import { type Random, randomInt, seededRandom } from '../../support/random.ts';
import type { BenchRow, Sample } from '../row.ts';

const ROUND_MS = 60_000;
const NAMES = 20;
const LONGEST_NAME = 255;

const OF_KEY =
  '(a+)+|(a|a)*|(\\w+\\s?)+|.*|.*?|(?:a?){30}|a{0,200}|(a|aa)+|[^_]+|\\d+|(?:(?:a*)*)*|\\p{L}+|x|b|_|$|(?i:A+)|(.{0,40}){9}';
const OF_GLOB = '*|?|a|b|/|/**/|{a,aa}|{a,{aa,a*}}|[ab]|[^b]|[a-z]|*a|?*|{*,?*}|{a*,a*b}|ä|.';
const OF_NAME = 'a|aa|aaaaaaaaaaaaaaaa|b|_| |ä|1|.|x|!|A';

const oneOf = (random: Random, pieces: string) => {
  const all = pieces.split(/\|(?![^(]*\))/);
  return all[randomInt(random, 0, all.length - 1)] ?? '';
};
const many = (random: Random, pieces: string, most: number) =>
  Array.from({ length: randomInt(random, 1, most) }, () => oneOf(random, pieces)).join('');

/** Names of one piece that repeats, or of any pieces, with an end that a pattern may refuse. */
function hostileName(random: Random): string {
  const start = random() < 0.7 ? oneOf(random, OF_NAME).repeat(LONGEST_NAME) : many(random, OF_NAME, 99);
  return `${start.slice(0, LONGEST_NAME - 1)}${oneOf(random, OF_NAME).slice(0, 1)}`;
}

interface Pattern {
  readonly text: string;
  readonly match: (name: string) => unknown;
}

/** Patterns as a person could save them, each with the function that the product makes of the pattern; null for a refused pattern. */
const PATTERNS: Readonly<Record<string, (random: Random) => Pattern | null>> = {
  'key in a name': (random) => {
    const key = `(?<key>${many(random, OF_KEY, 12)})${many(random, OF_KEY, 4)}`;
    const { data } = groupingSchema.safeParse({ key });
    return data === undefined ? null : { text: key, match: createGrouping(data) };
  },
  'file pattern': (random) => {
    const { data } = filePattern.safeParse(many(random, OF_GLOB, 120));
    return data === undefined ? null : { text: data, match: createGlob(data) };
  },
};

export const patternsRow: BenchRow = {
  name: 'patterns',
  what: 'the longest time for a hostile name of 255 characters and a hostile pattern; a fuzzer of a minute in each round',
  goal: { kind: 'at most', value: 10 },
  run: async ({ rounds, small, say }) => {
    const samples: Sample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const [side, make] of Object.entries(PATTERNS)) {
        const worst = fuzz(seededRandom(round + 1), make, small ? 100 : ROUND_MS / 2);
        samples.push({ side, value: worst.ms });
        say(
          `${side}: ${worst.ms.toFixed(2)} ms, the longest of ${worst.matches}: ${worst.pattern} ${worst.name}`,
        );
      }
    }
    const figure = Math.max(...samples.map(({ value }) => value));
    return { unit: 'ms', samples, figure, meaning: 'ms of processor time, the worst name of all' };
  },
};

function fuzz(random: Random, make: (typeof PATTERNS)[string], forMs: number) {
  const worst = { ms: 0, matches: 0, name: '', pattern: '' };
  for (const end = performance.now() + forMs; performance.now() < end; ) {
    const pattern = make(random);
    if (pattern === null) continue;
    for (let left = NAMES; left > 0; left -= 1) {
      const name = hostileName(random);
      // Processor time of this thread: another program on the machine does not count.
      const begun = process.threadCpuUsage();
      pattern.match(name);
      const { user, system } = process.threadCpuUsage(begun);
      const ms = (user + system) / 1000;
      worst.matches += 1;
      if (ms > worst.ms) Object.assign(worst, { ms, name, pattern: pattern.text });
    }
  }
  return worst;
}
