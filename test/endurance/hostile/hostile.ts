import type { Counts, Part } from '../part.ts';
import { hostileAnswers } from './answers/answers.ts';
import { crowdedFolder } from './files/crowd.ts';
import { hostileDocuments } from './files/documents.ts';
import { unreadableFiles } from './files/unreadable.ts';

const UNREADABLE = 40;

export const hostilePart: Part = {
  name: 'hostile',
  does: "Spoils fields and bodies of the service's answers, one by one and in pairs (`answers`, simulated time); and gives a station a folder of spoilt PDFs (`pdfs`), hostile names (`names`), links, pipes, sockets, unreadable files and very many files (`entries`).",
  holds:
    'Nothing is shown that the service did not say, other Tasks go on, and the ledger ends as the service is (I2, I5 to I8); every file is sent once or explained (I1), none from outside the folder, none changed (I4), none named in a log (I11), and memory stays in bounds.',
  scales: {
    answers: { long: 2_000, short: 50, sampled: true },
    pdfs: { long: 2_000, short: 24 },
    names: { long: 1_000, short: 40 },
    entries: { long: 300_000, short: 1_000 },
  },
  endsEarly: true,
  run: async (run) => {
    const { answers = 0, pdfs = 0, names = 0, entries = 0 } = run.scale;
    const told = (counts: Counts) => {
      run.say(JSON.stringify(counts));
      return counts;
    };
    const spoilt = answers === 0 ? {} : await hostileAnswers(answers, run).then(told);
    if (run.stop.aborted) return spoilt;
    // Side by side, each with a station of its own: most of the time each waits for something to settle.
    const found = await Promise.all([
      pdfs + names === 0 ? {} : hostileDocuments({ pdfs, names, seed: run.seed }).then(told),
      pdfs + names === 0 ? {} : unreadableFiles({ files: UNREADABLE }).then(told),
      entries === 0 ? {} : crowdedFolder(entries).then(told),
    ]);
    return Object.assign({}, spoilt, ...found);
  },
};
