import type { Request, Route } from 'playwright';
import { accept, ask, type Exchange, keyIdOf, sealingKey } from '../../../src-main/contract/sealed.ts';
import { nodeCipher } from '../../../src-main/hosts/browser/sealed-exchange.ts';
import { idOfSecret } from '../../../src-main/hosts/browser/sessions.ts';
import { until } from '../../support/until.ts';

type Keys = () => readonly string[];

/** What a page asks, as the program reads it. */
export async function questionIn(request: Request, keys: Keys): Promise<unknown> {
  const { exchange } = await exchangeOf(request, keys);
  const bytes = await exchange.openBody(request.postDataBuffer() ?? Buffer.alloc(0));
  return JSON.parse(Buffer.from(bytes ?? []).toString());
}

/** What a page reads of an answer that came whole. */
export async function answerIn(request: Request, keys: Keys): Promise<Buffer> {
  const { exchange } = await exchangeOf(request, keys);
  const response = await request.response();
  return await opened(exchange, (await response?.body()) ?? Buffer.alloc(0));
}

/** Passes a question of a page on to the program. Gives the response as it came, and the answer in it. */
export async function passOn(route: Route, keys: Keys) {
  const request = route.request();
  const { exchange } = await exchangeOf(request, keys);
  const response = await route.fetch({ headers: await request.allHeaders() });
  const answer: unknown = JSON.parse((await opened(exchange, await response.body())).toString());
  return { response, answer };
}

/** Asks the program something else than the page did, and gives the page another answer than came. */
export async function answerOtherwise(
  route: Route,
  keys: Keys,
  question: unknown,
  change: (answer: unknown) => unknown,
): Promise<void> {
  const request = route.request();
  const { exchange, secret, path } = await exchangeOf(request, keys);
  const other = await ask(await sealingKey(secret), request.method(), path);
  const body = await other.sealBody(Buffer.from(JSON.stringify(question)));
  const headers = { ...(await request.allHeaders()), authorization: other.authorisation };
  const response = await route.fetch({ headers, postData: Buffer.from(body) });
  const answer: unknown = JSON.parse((await opened(other, await response.body())).toString());
  const sealed = await exchange.sealFrame(Buffer.from(JSON.stringify(change(answer))));
  await route.fulfill({ status: 200, contentType: 'application/octet-stream', body: Buffer.from(sealed) });
}

/** The exchange that a request of a page belongs to. */
async function exchangeOf(request: Request, keys: Keys) {
  const { authorization } = await request.allHeaders();
  const secret = await until(() => keys().find((key) => idOfSecret(key) === keyIdOf(authorization)), {
    what: 'the key of a request',
  });
  const path = new URL(request.url()).pathname;
  const exchange = await accept(
    idOfSecret(secret),
    nodeCipher(secret),
    request.method(),
    path,
    authorization,
  );
  if (exchange === null) throw new Error('The page sealed a question for another one.');
  return { exchange, secret, path };
}

async function opened(exchange: Exchange, bytes: Buffer): Promise<Buffer> {
  const frames: Uint8Array[] = [];
  const pieces = [bytes].values();
  for await (const frame of exchange.openFrames(async () => pieces.next().value ?? null)) frames.push(frame);
  return Buffer.concat(frames);
}
