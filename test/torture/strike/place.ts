import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sha256Of } from '../../support/documents.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { randomInt, seededRandom } from '../../support/random.ts';
import { FILES } from './files.ts';

/** Folders, documents and settings of one run under `root`; the seed decides sizes. Gives each document's name by its sha256. */
export function layOut(root: string, baseUrl: string, seed: number): Map<string, string> {
  const random = seededRandom(seed);
  const names = new Map<string, string>();
  const put = (path: string, text: string): Buffer => {
    const bytes = pdfDocument({ pages: [text], bytes: 900 + randomInt(random, 0, 3000) });
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), bytes);
    names.set(sha256Of(bytes), text);
    return bytes;
  };
  const moved = put(`in/${FILES.moved}`, FILES.moved);
  put(`in/sub/${FILES.nested}`, FILES.nested);
  writeFileSync(join(root, 'in', FILES.junk), 'junk');
  for (const page of FILES.packet) put(`packets/one/${page}`, page);
  writeFileSync(join(root, 'packets/one/.ready'), '');
  for (const given of [FILES.byCommand, FILES.byDrop, FILES.answer]) put(`given/${given}`, given);
  writeFileSync(join(root, 'given', FILES.again), moved);
  const rule = { taskType: 'intake', quietSeconds: 0.5, backlog: 'send', rescanMinutes: 2 };
  const settings = {
    environment: 'clinic',
    environments: { clinic: baseUrl },
    folders: [
      { ...rule, id: 'in', path: join(root, 'in'), after: 'move' },
      {
        ...rule,
        id: 'packets',
        path: join(root, 'packets'),
        group: 'folder',
        groupQuietSeconds: 1,
        watch: 'poll',
      },
    ],
    sending: { idleTimeoutSeconds: 20 },
    tracking: { seconds: 5 },
    retention: { days: 1 },
  };
  writeFileSync(join(root, 'settings.json'), JSON.stringify(settings));
  return names;
}

/** Every file below a folder, with what is in it by name; days are left out, and what is the program's own. */
export function contentsOf(root: string, folder: string, names: ReadonlyMap<string, string>): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/.clearfolder/'))
    .map((path) => {
      const held = names.get(sha256Of(readFileSync(path))) ?? 'other bytes';
      return `${relative(root, path).replace(/\d{4}-\d\d-\d\d/, 'DAY')}: ${held}`;
    })
    .sort();
}
