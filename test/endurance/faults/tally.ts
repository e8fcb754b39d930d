import type { Struck } from './strikes.ts';

/** Counts blows by what became of the run that took them. */
export function tally(): { add(struck: Struck): void; readonly counts: Readonly<Record<string, number>> } {
  const counts = {
    blows: 0,
    killed: 0,
    'went on by itself': 0,
    'needed a new start': 0,
    'never came to it': 0,
  };
  return {
    add: ({ name, first }) => {
      counts.blows += 1;
      if (name === null) counts['never came to it'] += 1;
      else if (first.kind === 'killed') counts.killed += 1;
      else if (first.kind === 'rest') counts['went on by itself'] += 1;
      else counts['needed a new start'] += 1;
    },
    counts,
  };
}
