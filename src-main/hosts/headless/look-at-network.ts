import { describeForCommandLine, describeProblem } from '../../contract/problem.ts';
import type { Settings } from '../../contract/settings.ts';
import { PlainError } from '../../core/plain-error.ts';
import { lookAtCertificate } from '../../core/service/http/certificate-check.ts';
import { type Network, readNetwork } from '../../core/service/http/network.ts';
import { judgeFailure } from '../../core/tracking/list-failure.ts';
import type { Audience } from './in-plain-words.ts';

const PATIENCE_MS = 15_000;
/** What other programs take from the environment and this one does not. */
const NOT_HEARD = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'ALL_PROXY',
  'NODE_EXTRA_CA_CERTS',
];

/**
 * How the service is reached by these settings, and what of the environment counts for nothing.
 *
 * @throws PlainError `settings.ca-file`
 */
export function networkInWords(settings: Settings['network'], env: NodeJS.ProcessEnv): string {
  const { extraCa, proxy } = readNetwork(settings);
  const way = proxy === null ? 'directly' : `through the proxy ${proxy}`;
  const more =
    extraCa.length === 0
      ? ''
      : `, believing ${extraCa.length} more ${extraCa.length === 1 ? 'authority' : 'authorities'} from ${settings.extraCaFile}`;
  const set = NOT_HEARD.filter((name) => (env[name] ?? '') !== '');
  const unheard = set.length === 0 ? '' : ` (the environment's ${set.join(', ')} is not used)`;
  return `${way}${more}${unheard}`;
}

/**
 * That the environment does not tell programs to believe everybody.
 *
 * @throws PlainError `network.unchecked`
 */
export function environmentInWords(env: NodeJS.ProcessEnv): string {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return 'no variable weakens connections';
  throw new PlainError(
    'network.unchecked',
    'The environment variable NODE_TLS_REJECT_UNAUTHORIZED is 0. Clearfolder still checks certificates, but other programs may not.',
    'Remove the variable. If Clearfolder does not trust a certificate, enter the root certificate as "network.extraCaFile" in the settings.',
  );
}

/**
 * Which certificate answers for the service, who issued it and until when.
 *
 * @throws PlainError with the same and what to do, where it is not believed; ServiceError where none was seen
 */
export async function certificateInWords(baseUrl: string, network: Network, at: Audience): Promise<string> {
  const { subject, issuer, from, until, failure } = await lookAtCertificate(baseUrl, network, PATIENCE_MS);
  const facts = `for ${subject}, issued by ${issuer}, valid from ${day(from)} until ${day(until)}`;
  if (failure === null) return facts;
  const { code, message, next } = (at === 'app' ? describeProblem : describeForCommandLine)(
    judgeFailure(failure).problem,
  );
  throw new PlainError(code, `${message} The certificate is ${facts}.`, next);
}

const day = (date: Date) =>
  Number.isNaN(date.getTime()) ? 'an unknown date' : date.toISOString().slice(0, 10);
