import type { folderVerbs } from '../../../contract/verbs/folders.ts';
import type { Handlers } from './handlers.ts';

const notYet = () => {
  throw new Error('not built yet');
};

export const foldersHandlers: Handlers<keyof typeof folderVerbs> = {
  'folders.list': notYet,
  'folders.preview': notYet,
  'folders.test': notYet,
  'task-types.try': notYet,
  'folders.save': notYet,
  'folders.remove': notYet,
  'folders.pause': notYet,
  'folders.resume': notYet,
  'folders.rescan': notYet,
  'places.list': notYet,
};
