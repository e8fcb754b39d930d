import { z } from 'zod';
import {
  outputOf,
  type VerbInput,
  type VerbName,
  type VerbOutput,
} from '../../../src-main/contract/verbs/index.ts';
import { admit, askSealed, secretOf } from '../../support/sealed-page.ts';
import type { OpenApp } from './app.ts';
import { freshLink } from './fresh-link.ts';

const answerSchema = z.object({ ok: z.literal(true), value: z.unknown() });

/** Asks the running program as a window would, so that a test can hold against it what a window shows. */
export async function besideThePage(station: OpenApp['station']) {
  const link = await freshLink(station);
  const { origin } = new URL(link);
  const { key: secret } = await admit(origin, '/api/launch', secretOf(link));
  return async <N extends VerbName>(verb: N, body: VerbInput<N>): Promise<VerbOutput<N>> => {
    const { text } = await askSealed(origin, `/api/call/${verb}`, { secret, body });
    return outputOf(verb).parse(answerSchema.parse(JSON.parse(text)).value);
  };
}
export type Ask = Awaited<ReturnType<typeof besideThePage>>;
