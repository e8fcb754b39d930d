import type { Clock } from '../../core/clock.ts';
import { PlainError } from '../../core/plain-error.ts';
import type { Network } from '../../core/service/http/network.ts';
import { createTransport } from '../../core/service/http/transport.ts';

const TOLERATED_MS = 120_000;
const PATIENCE_MS = 15_000;

/**
 * Compares this computer's clock with the Date header of the service, asked without any credential. A wrong clock harms no
 * document, but every time that is shown.
 *
 * @throws PlainError `clock.wrong`, `clock.unknown`
 */
export async function serviceClock(baseUrl: string, clock: Clock, network: Network): Promise<string> {
  const theirs = await serviceTime(baseUrl, clock, network);
  if (theirs === null) return 'not checked: the service does not tell its time';
  const offMs = clock.now() - theirs;
  if (Math.abs(offMs) <= TOLERATED_MS) return 'agrees with the clock of the service';
  const minutes = Math.round(Math.abs(offMs) / 60_000);
  throw new PlainError(
    'clock.wrong',
    `The clock of this computer is ${minutes} minutes ${offMs > 0 ? 'ahead of' : 'behind'} the clock of the service. Nothing is lost, but Clearfolder shows wrong times.`,
    'Turn on automatic time in the operating system.',
  );
}

async function serviceTime(baseUrl: string, clock: Clock, network: Network): Promise<number | null> {
  const limits = { idleTimeoutMs: PATIENCE_MS, connectTimeoutMs: PATIENCE_MS };
  const transport = createTransport({ clock, network, ...limits });
  try {
    const { origin, pathname: path } = new URL(baseUrl);
    const { headers } = await transport.send({ method: 'HEAD', origin, path, headers: {}, body: null });
    const time = Date.parse(headers.date ?? '');
    return Number.isNaN(time) ? null : time;
  } catch (cause) {
    throw new PlainError(
      'clock.unknown',
      'Clearfolder could not check the clock, because it cannot reach the service.',
      'Check the network connection, and the service address under "environments" in the settings.',
      { cause },
    );
  } finally {
    await transport.close();
  }
}
