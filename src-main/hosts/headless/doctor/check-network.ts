import { describeForCommandLine, describeProblem } from '../../../contract/problem.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Clock } from '../../../core/clock.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { lookAtCertificate } from '../../../core/service/http/certificate-check.ts';
import { type Network, readNetwork } from '../../../core/service/http/network.ts';
import { createTransport } from '../../../core/service/http/transport.ts';
import { judgeFailure } from '../../../core/tracking/list-failure.ts';
import type { Audience } from '../in-plain-words.ts';

const PATIENCE_MS = 15_000;
const CLOCK_TOLERANCE_MS = 120_000;
/** Variables that other programs use and Clearfolder ignores. */
const IGNORED_VARIABLES = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'ALL_PROXY',
  'NODE_EXTRA_CA_CERTS',
];

/**
 * Returns how these settings reach the service, and which variables of the environment are ignored.
 *
 * @throws PlainError `settings.ca-file`
 */
export function checkNetwork(settings: Settings['network'], env: NodeJS.ProcessEnv): string {
  const { extraCa, proxy } = readNetwork(settings);
  const way = proxy === null ? 'directly' : `through the proxy ${proxy}`;
  const more =
    extraCa.length === 0
      ? ''
      : `, trusting ${extraCa.length} more ${extraCa.length === 1 ? 'authority' : 'authorities'} from ${settings.extraCaFile}`;
  const set = IGNORED_VARIABLES.filter((name) => (env[name] ?? '') !== '');
  const ignored = set.length === 0 ? '' : ` (the environment's ${set.join(', ')} is not used)`;
  return `${way}${more}${ignored}`;
}

/**
 * Checks that the environment does not turn off the verification of certificates.
 *
 * @throws PlainError `network.unchecked`
 */
export function checkEnvironment(env: NodeJS.ProcessEnv): string {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return 'no variable weakens connections';
  throw new PlainError(
    'network.unchecked',
    'The environment variable NODE_TLS_REJECT_UNAUTHORIZED is 0. Clearfolder still checks certificates, but other programs may not.',
    'Remove the variable. If Clearfolder does not trust a certificate, enter the root certificate as "network.extraCaFile" in the settings.',
  );
}

/**
 * Returns the subject, the issuer and the validity of the service's certificate.
 *
 * @throws PlainError with the same facts if the certificate is not trusted; ServiceError if no certificate arrived
 */
export async function checkCertificate(
  baseUrl: string,
  network: Network,
  audience: Audience,
): Promise<string> {
  const { subject, issuer, from, until, failure } = await lookAtCertificate(baseUrl, network, PATIENCE_MS);
  const facts = `for ${subject}, issued by ${issuer}, valid from ${day(from)} until ${day(until)}`;
  if (failure === null) return facts;
  const { code, message, next } = (audience === 'app' ? describeProblem : describeForCommandLine)(
    judgeFailure(failure).problem,
  );
  throw new PlainError(code, `${message} The certificate is ${facts}.`, next);
}

const day = (date: Date) =>
  Number.isNaN(date.getTime()) ? 'an unknown date' : date.toISOString().slice(0, 10);

/**
 * Compares this computer's clock with the Date header of the service, without any credential. A wrong clock harms no
 * document, but makes every shown time wrong.
 *
 * @throws PlainError `clock.wrong`, `clock.unknown`
 */
export async function checkClock(baseUrl: string, clock: Clock, network: Network): Promise<string> {
  const theirs = await serviceTime(baseUrl, clock, network);
  if (theirs === null) return 'not checked: the service does not tell its time';
  const offMs = clock.now() - theirs;
  if (Math.abs(offMs) <= CLOCK_TOLERANCE_MS) return 'agrees with the clock of the service';
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
