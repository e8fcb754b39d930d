import { z } from 'zod';
import { type Places, startStandIn } from '../../support/electron/desktop-program.ts';

/** Gives bytes as latin1 text: JSON would write numbers, in which the search finds nothing. */
const AS_TEXT = `(answer) => JSON.stringify(answer, (_, part) =>
  part instanceof Uint8Array ? new TextDecoder('latin1').decode(part) : part)`;

/** The desktop program on its stand-in; keeps everything that crosses the bridge or goes to the system. */
export async function openDesk(places: Places) {
  const program = await startStandIn(places);
  const page = await program.page();
  const heard: Buffer[] = [];
  const hear = (told: string) => void heard.push(Buffer.from(told));
  await page.evaluate(
    'window.heardEvents = []; void window.clearfolder.onEvent((event) => window.heardEvents.push(event))',
  );
  const over = async (call: string): Promise<unknown> => {
    const told = z.string().parse(await page.evaluate(`window.clearfolder.${call}.then(${AS_TEXT})`));
    hear(told);
    return JSON.parse(told);
  };
  const call = async (verb: string, input: unknown) => {
    // A person allows each change of the lock, also that the lock is switched off.
    if (verb === 'lock.set')
      await program.ask({ do: 'answer-dialog', kind: 'message', answer: { response: 1 } });
    return await over(`invoke('${verb}', ${JSON.stringify(input)})`);
  };
  return {
    call,
    confirmed: call,
    document: (task: string, item: string) =>
      over(`invoke('desktop.read-document', ${JSON.stringify({ task, item })})`),
    heard: () => Buffer.concat(heard),
    terminal: program.output,
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
    },
    /** Quits the program as a person does. */
    async quit() {
      hear(JSON.stringify(await page.evaluate('window.heardEvents')));
      hear(JSON.stringify(await program.ask({ do: 'record' })));
      await program.quit();
    },
  };
}
