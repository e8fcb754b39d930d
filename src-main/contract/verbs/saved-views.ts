import { z } from 'zod';
import { verb } from '../verb.ts';
import { savedViewSchema } from '../views/saved-view.ts';

const views = z.array(savedViewSchema);

export const savedViewVerbs = {
  'views.list': verb('none', {}, views),
  /**
   * Saves `view`, and deletes every other view of the same screen that has the name of `view` or the name `replaces`. Returns all views.
   */
  'views.save': verb('none', { view: savedViewSchema, replaces: z.string().nullable() }, views),
  'views.remove': verb('none', { screen: z.enum(['tasks', 'verdicts']), name: z.string() }, views),
};
