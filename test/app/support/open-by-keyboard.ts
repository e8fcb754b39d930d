import { openApp } from './app.ts';
import { keyboardOn } from './keyboard.ts';

/** `openApp`, to be worked by its keys alone from the first look on; at the end no pointer may have touched the page. */
export async function openByKeyboard(...given: Parameters<typeof openApp>) {
  const app = await openApp(...given);
  const keys = await keyboardOn(app.page);
  return {
    ...app,
    keys,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      keys.untouched();
    },
  };
}
