import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Blow, type Note, noteSchema, type SceneName, type Told, toldSchema } from './blow.ts';
import { startClinicService, startRefusingService } from './clinic-service.ts';
import type { Outcome } from './difference.ts';
import { memoryDisk } from './memory-disk.ts';
import { outcomeOf } from './outcome.ts';
import { layOut } from './place.ts';
import type { Program } from './program.ts';
import { type ChildEnd, runChild } from './run-child.ts';

export interface Scene {
  readonly name: SceneName;
  readonly seed: number;
  readonly program: Program;
  readonly secrets: 'file' | 'keychain';
}

/** One life of the station: how it ended, and what it was struck at. */
export interface Life {
  readonly end: ChildEnd;
  readonly struck: Note | null;
}

/** A service and a station's folders, on which it lives one life after the other; each knows only what the disk has. */
export interface Stage {
  live(blow: Blow | null, laterMs: number): Promise<Life>;
  /** A life without a blow, and what it met. */
  liveAndTell(): Promise<Life & Told>;
  outcome(): Outcome;
}

const NOTHING: Told = { calls: [], statements: [] };

/** Sets a scene up, and takes it away when the work on it is done. */
export async function onStage<T>(
  { name, seed, program, secrets }: Scene,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(memoryDisk(), 'clearfolder-strike-'));
  const start = name === 'desk' ? startRefusingService : startClinicService;
  const service = await start(join(root, 'service'));
  try {
    const names = layOut(name, root, { baseUrl: service.baseUrl, seed });
    const note = join(root, 'struck');
    const told = join(root, 'told.json');
    const live = async (blow: Blow | null, laterMs: number, tell: string | null): Promise<Life> => {
      rmSync(note, { force: true });
      const end = await runChild(
        {
          scene: name,
          root,
          apiSecret: service.apiSecret,
          documents: Object.fromEntries([...names].map(([sha256, name]) => [name, sha256])),
          secrets: secrets === 'file' ? `file:${join(root, 'secrets.json')}` : 'keychain',
          laterMs,
          blow,
          tell,
        },
        { program, keyringHome: secrets === 'file' ? null : join(root, 'home') },
      );
      return {
        end,
        struck: existsSync(note) ? noteSchema.parse(JSON.parse(readFileSync(note, 'utf8'))) : null,
      };
    };
    return await work({
      live: (blow, laterMs) => live(blow, laterMs, null),
      liveAndTell: async () => {
        const life = await live(null, 0, told);
        const met = existsSync(told) ? toldSchema.parse(JSON.parse(readFileSync(told, 'utf8'))) : NOTHING;
        return { ...life, ...met };
      },
      outcome: () => outcomeOf(name, root, service.admin, names),
    });
  } finally {
    await service.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}
