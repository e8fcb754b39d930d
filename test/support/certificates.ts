import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  /** PEM, as `createServer` of TLS takes them. */
  readonly cert: string;
  readonly key: string;
}

interface IssueOptions {
  /** Names and addresses it is for, such as `DNS:localhost`. */
  readonly names?: readonly string[];
  readonly from?: Date;
  readonly until?: Date;
}

export type Authority = ReturnType<typeof createAuthority>;

const DAY_MS = 86_400_000;
const HERE = ['DNS:localhost', 'IP:127.0.0.1'];
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** An authority of the test's own that issues real certificates, made with the system's openssl into `dir`. */
export function createAuthority(dir: string, name: string) {
  const place = join(dir, name.replaceAll(' ', '-'));
  mkdirSync(place, { recursive: true });
  const at = (file: string) => join(place, file);
  writeFileSync(at('ca.cnf'), configuration(place, name));
  writeFileSync(at('index.txt'), '');
  newKey(at('ca.key'));
  openssl(
    place,
    ...['req', '-x509', '-new', '-key', 'ca.key', '-days', '30'],
    ...['-out', 'ca.pem', '-extensions', 'authority'],
  );
  let issued = 0;
  return {
    /** The file with its root certificate (PEM). */
    file: at('ca.pem'),
    cert: readFileSync(at('ca.pem'), 'utf8'),
    issue({ names = HERE, from = inDays(-1), until = inDays(30) }: IssueOptions = {}): Certificate {
      issued += 1;
      const own = `leaf-${issued}`;
      writeFileSync(at(`${own}.ext`), `basicConstraints = CA:FALSE\nsubjectAltName = ${names.join(',')}\n`);
      newKey(at(`${own}.key`));
      const subject = `/CN=${(names[0] ?? '').replace(/^\w+:/, '')}`;
      openssl(place, 'req', '-new', '-key', `${own}.key`, '-subj', subject, '-out', `${own}.csr`);
      openssl(
        place,
        ...['ca', '-batch', '-notext', '-in', `${own}.csr`, '-out', `${own}.pem`],
        ...['-extfile', `${own}.ext`, '-startdate', asn1Time(from), '-enddate', asn1Time(until)],
      );
      return { cert: readFileSync(at(`${own}.pem`), 'utf8'), key: readFileSync(at(`${own}.key`), 'utf8') };
    },
  };
}

export function selfSigned(dir: string, names: readonly string[] = HERE): Certificate {
  mkdirSync(dir, { recursive: true });
  const at = (file: string) => join(dir, file);
  writeFileSync(at('ca.cnf'), configuration(dir, 'self'));
  newKey(at('self.key'));
  openssl(
    dir,
    ...['req', '-x509', '-new', '-key', 'self.key', '-days', '30', '-out', 'self.pem'],
    ...['-addext', `subjectAltName=${names.join(',')}`],
  );
  return { cert: readFileSync(at('self.pem'), 'utf8'), key: readFileSync(at('self.key'), 'utf8') };
}

function newKey(file: string): void {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
}

function openssl(cwd: string, verb: string, ...args: string[]): void {
  execFileSync('openssl', [verb, '-config', 'ca.cnf', ...args], { cwd, stdio: 'pipe' });
}

/** `20260131235959Z`. */
function asn1Time(date: Date): string {
  return `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
}

function configuration(dir: string, name: string): string {
  return `
[req]
distinguished_name = subject
prompt = no
[subject]
O = Clearfolder tests
CN = ${name}
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
[ca]
default_ca = own
[own]
new_certs_dir = ${dir}
database = ${join(dir, 'index.txt')}
certificate = ${join(dir, 'ca.pem')}
private_key = ${join(dir, 'ca.key')}
default_md = sha256
policy = any
unique_subject = no
rand_serial = yes
[any]
commonName = supplied
`;
}
