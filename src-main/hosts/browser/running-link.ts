import { z } from 'zod';
import { readControl } from './control-file.ts';
import { isAnswer, newQuestion } from './control-proof.ts';

const WAIT_MS = 5_000;
const linkSchema = z.object({
  ok: z.literal(true),
  value: z.object({ token: z.string(), proof: z.string() }),
});

/**
 * A fresh one-time link of the Clearfolder that serves this data folder to browsers now; null where none does. What a killed
 * one left behind is recognised by nobody answering who knows its key.
 */
export async function linkOfRunning(
  dataFolder: string,
): Promise<{ url: string; port: number; pid: number } | null> {
  const control = await readControl(dataFolder);
  if (control === null) return null;
  const question = newQuestion(control.key);
  const origin = `http://127.0.0.1:${control.port}`;
  try {
    const response = await fetch(`${origin}/api/link`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify({ token: question }),
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const { value } = linkSchema.parse(await response.json());
    if (!isAnswer(control.key, question, value)) return null;
    return { url: linkUrl(control.port, value.token), port: control.port, pid: control.pid };
  } catch {
    return null;
  }
}

/** The address that lets one page in. */
export function linkUrl(port: number, token: string): string {
  return `http://127.0.0.1:${port}/#launch=${token}`;
}
