import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sha256Of } from '../../support/documents.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { randomInt, seededRandom } from '../../support/random.ts';
import type { SceneName } from './fault.ts';
import { DESK_FILES, FILES, NO_CREATES, TRACKING_SECONDS } from './scene-files.ts';

/** The folders of each scene in which documents lie in the end. */
export const PLACES: Readonly<Record<SceneName, readonly string[]>> = {
  front: ['in', 'packets', 'given'],
  desk: ['in', 'old', 'share', 'packets', 'pairs', 'given'],
};

/** Puts a document of that text to a path below the root; gives its bytes. */
type Put = (path: string, text: string) => Buffer;

/** Folders, documents and settings of one run under `root`; the seed decides sizes. Gives each document's name by its sha256. */
export function layOut(
  scene: SceneName,
  root: string,
  { baseUrl, seed }: { baseUrl: string; seed: number },
): Map<string, string> {
  const random = seededRandom(seed);
  const names = new Map<string, string>();
  const put: Put = (path, text) => {
    const bytes = pdfDocument({ pages: [text], bytes: 900 + randomInt(random, 0, 3000) });
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), bytes);
    names.set(sha256Of(bytes), text);
    return bytes;
  };
  const folders = scene === 'front' ? layOutFront(root, put) : layOutDesk(root, put);
  if (scene === 'desk') writeFileSync(join(root, NO_CREATES), '');
  const settings = {
    environment: 'clinic',
    environments: { clinic: baseUrl },
    folders,
    sending: { idleTimeoutSeconds: 20, ...(scene === 'desk' ? { undoSeconds: 5 } : {}) },
    tracking: { seconds: TRACKING_SECONDS.before },
    retention: { days: 1 },
  };
  writeFileSync(join(root, 'settings.json'), JSON.stringify(settings));
  return names;
}

const RULE = { taskType: 'intake', quietSeconds: 0.5, backlog: 'send', rescanMinutes: 2 };
const BY_FOLDER = { group: 'folder', groupQuietSeconds: 1, watch: 'poll' };

function layOutFront(root: string, put: Put): object[] {
  const moved = put(`in/${FILES.moved}`, FILES.moved);
  put(`in/sub/${FILES.nested}`, FILES.nested);
  writeFileSync(join(root, 'in', FILES.junk), 'junk');
  for (const page of FILES.packet) put(`packets/one/${page}`, page);
  writeFileSync(join(root, 'packets/one/.ready'), '');
  for (const given of [FILES.byCommand, FILES.byDrop, FILES.answer]) put(`given/${given}`, given);
  writeFileSync(join(root, 'given', FILES.again), moved);
  return [
    { ...RULE, id: 'in', path: join(root, 'in'), after: 'move' },
    { ...RULE, ...BY_FOLDER, id: 'packets', path: join(root, 'packets') },
  ];
}

function layOutDesk(root: string, put: Put): object[] {
  const {
    first,
    again,
    old,
    packet,
    moving,
    twinKept: _kept,
    twinGone: _gone,
    mounted,
    ...given
  } = DESK_FILES;
  const { renamedTo: _to, ...movedLater } = moving;
  const bytes = put(`in/${first}`, first);
  for (const one of [...Object.values(old), ...Object.values(movedLater)]) put(`old/${one}`, one);
  put(`packets/one/${packet}`, packet);
  writeFileSync(join(root, 'packets/one/.ready'), '');
  for (const one of Object.values(given)) put(`given/${one}`, one);
  put(`given/share/${mounted}`, mounted);
  mkdirSync(join(root, 'share'));
  mkdirSync(join(root, 'pairs/one'), { recursive: true });
  writeFileSync(join(root, 'given', again), bytes);
  mkdirSync(join(root, 'saved'));
  return [
    { ...RULE, id: 'in', path: join(root, 'in'), after: 'move' },
    { ...RULE, id: 'old', path: join(root, 'old'), backlog: 'ask' },
    { ...RULE, id: 'share', path: join(root, 'share') },
    {
      ...RULE,
      ...BY_FOLDER,
      id: 'packets',
      path: join(root, 'packets'),
      requestSpec: { needs: true },
    },
    { ...RULE, ...BY_FOLDER, id: 'pairs', path: join(root, 'pairs') },
  ];
}

/** Every file below a folder with the name of its content; without days, and without the program's own files. */
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
