import type { Page } from 'playwright';
import { z } from 'zod';

/** The messages on the WebSocket of a page, recorded from outside of the page. */
interface Traffic {
  /** The questions of the page without an answer, by number. */
  readonly open: Map<number, string>;
  /** Get each answer with the name of its question. */
  readonly answered: Set<(name: string, result: unknown) => void>;
}

const questionSchema = z.object({ kind: z.literal('ask'), number: z.int(), name: z.string() });
const answerSchema = z.object({ kind: z.literal('answer'), number: z.int(), result: z.unknown() });
const pages = new WeakMap<Page, Traffic>();

/** Listens from now on. Must be called before the page loads. */
export function followTraffic(page: Page): void {
  const traffic: Traffic = { open: new Map(), answered: new Set() };
  pages.set(page, traffic);
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const { success, data } = questionSchema.safeParse(jsonIn(payload));
      if (success && data.name !== 'browser.listen') traffic.open.set(data.number, data.name);
    });
    socket.on('framereceived', ({ payload }) => {
      const { success, data } = answerSchema.safeParse(jsonIn(payload));
      if (!success) return;
      const name = traffic.open.get(data.number);
      traffic.open.delete(data.number);
      if (name !== undefined) for (const hear of traffic.answered) hear(name, data.result);
    });
    socket.on('close', () => traffic.open.clear());
  });
}

/** The traffic of a page; that of a page which nobody follows, as in the desktop program, is empty. */
export function trafficOf(page: Page): Traffic {
  return pages.get(page) ?? { open: new Map(), answered: new Set() };
}

/** Resolves when the page gets the next answer to a question of this name. */
export function nextAnswer(page: Page, name: string): Promise<unknown> {
  const { answered } = trafficOf(page);
  return new Promise((resolve) => {
    const hear = (of: string, result: unknown) => {
      if (of !== name) return;
      answered.delete(hear);
      resolve(result);
    };
    answered.add(hear);
  });
}

/** Gives the `Result` that the page gets for `input`; `pass` asks the program. */
export type Answerer = (
  input: unknown,
  pass: (input: unknown) => Promise<unknown>,
) => unknown | Promise<unknown>;

/** Stands between the page and the program from the next load on: answers questions by name; every other frame goes through. */
export async function answerInstead(page: Page): Promise<Map<string, Answerer>> {
  const answerers = new Map<string, Answerer>();
  const askedSchema = questionSchema.extend({ input: z.unknown() });
  await page.routeWebSocket(/\/socket\?/, (ours) => {
    const program = ours.connectToServer();
    const passed = new Map<number, (result: unknown) => void>();
    ours.onMessage((message) => {
      const { success, data } = askedSchema.safeParse(jsonIn(message));
      const answerer = success ? answerers.get(data.name) : undefined;
      if (data === undefined || answerer === undefined) return program.send(message);
      const { number } = data;
      const pass = (input: unknown) =>
        new Promise<unknown>((resolve) => {
          passed.set(number, resolve);
          program.send(JSON.stringify({ ...data, input }));
        });
      void Promise.resolve(answerer(data.input, pass)).then((result) =>
        ours.send(JSON.stringify({ kind: 'answer', number, result })),
      );
    });
    program.onMessage((message) => {
      const { success, data } = answerSchema.safeParse(jsonIn(message));
      const take = success ? passed.get(data.number) : undefined;
      if (data === undefined || take === undefined) return ours.send(message);
      passed.delete(data.number);
      take(data.result);
    });
  });
  return answerers;
}

/** Stands between the page and the program from the next load on: frames with bytes of files, or all frames to the page, can wait. */
export async function holdFrames(page: Page) {
  const waiting: (() => void)[] = [];
  const held = { files: false, answers: false };
  await page.routeWebSocket(/\/socket\?/, (ours) => {
    const program = ours.connectToServer();
    const pass = (isHeld: boolean, send: () => void) => (isHeld ? void waiting.push(send) : send());
    ours.onMessage((frame) => pass(held.files && typeof frame !== 'string', () => program.send(frame)));
    program.onMessage((frame) => pass(held.answers, () => ours.send(frame)));
  });
  return {
    hold: (what: keyof typeof held) => {
      held[what] = true;
    },
    release: () => {
      held.files = held.answers = false;
      for (const send of waiting.splice(0)) send();
    },
  };
}

function jsonIn(payload: string | Buffer): unknown {
  try {
    return typeof payload === 'string' ? JSON.parse(payload) : null;
  } catch {
    return null;
  }
}
