import { resolve } from 'node:path';
import { type OneAtATime, oneAtATime } from '../service/one-at-a-time.ts';

/** Gives each folder its turns, by its path: whoever asks it for its lease, under this rule or that or none, waits for the others. */
export type FolderTurns = (path: string) => OneAtATime;

export function folderTurns(): FolderTurns {
  const turns = new Map<string, OneAtATime>();
  return (path) => {
    const key = resolve(path);
    const turn = turns.get(key) ?? oneAtATime();
    turns.set(key, turn);
    return turn;
  };
}
