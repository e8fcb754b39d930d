import type { Figures, TorturePart } from '../../part.ts';
import { crowdedFolder } from './crowd.ts';
import { hostileDocuments } from './documents.ts';
import { sparseFiles } from './sparse.ts';
import { unreadableFiles } from './unreadable.ts';

const UNREADABLE = 40;

export const filesPart: TorturePart = {
  name: 'files',
  what: 'Spoilt PDFs, hostile names, links, pipes and sockets, files and folders that may not be read, a crowded folder and a sparse file larger than memory: every file is sent once or explained (I1), none from outside the folder, none changed (I4), none named in a log (I11), and memory stays in bounds.',
  scales: { pdfs: 5000, names: 2000, entries: 1_000_000, gigabytes: 10 },
  run: async ({ scale: { pdfs = 0, names = 0, entries = 0, gigabytes = 0 }, seed, say }) => {
    // Side by side, each with a station of its own: most of the time each waits for something to settle.
    const told = (figures: Figures) => {
      say(JSON.stringify(figures));
      return figures;
    };
    const [documents, unreadable, sparse, crowd] = await Promise.all([
      hostileDocuments({ pdfs, names, seed }).then(told),
      unreadableFiles({ files: UNREADABLE }).then(told),
      gigabytes === 0 ? {} : sparseFiles({ gigabytes }).then(told),
      entries === 0 ? {} : crowdedFolder({ entries }).then(told),
    ]);
    return { ...documents, ...unreadable, ...sparse, ...crowd };
  },
};
