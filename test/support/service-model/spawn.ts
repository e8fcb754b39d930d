import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { CreateOracle, oracleRecordSchema } from '../create-oracle.ts';

const greetingSchema = z.object({ base_url: z.string(), api_secret: z.string() });

/** Starts a service model beside the test, so that neither slows the other; `arguments_` go to its command line. */
export async function spawnServiceModel(arguments_: readonly string[] = []) {
  const script = fileURLToPath(new URL('start.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...arguments_], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The service model ended at once with code ${code}.`)));
  });
  const { base_url: baseUrl, api_secret: apiSecret } = greetingSchema.parse(JSON.parse(line));
  const close = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  /** What it has taken so far. */
  const oracle = async () => {
    const response = await fetch(new URL('/oracle', baseUrl));
    return new CreateOracle(oracleRecordSchema.parse(await response.json()));
  };
  return { baseUrl, apiSecret, oracle, close, [Symbol.asyncDispose]: close };
}
