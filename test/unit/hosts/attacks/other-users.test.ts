import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { idOf, newSecret } from '../../../../src-main/contract/proof.ts';
import { linkOfRunning } from '../../../../src-main/hosts/browser/running-link.ts';
import { launchBrowser } from '../../../../src-main/hosts/command-line/open/open.ts';
import { listenOnLoopback } from '../../../support/loopback.ts';
import { needing, needs } from '../../../support/machine.ts';
import { enterPage, secretOf } from '../../../support/page-client.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { guardedHost, upgradeLines } from '../browser/support/guarded-host.ts';

const NOBODY = 65_534;

const asNobody = needing(needs.linux, needs.root);

test(
  'another user of this machine gets no byte with a link they saw in the arguments of a process, and burns no link',
  asNobody,
  async () => {
    await using guarded = await guardedHost();
    const secret = secretOf(guarded.host.link());
    const launch = await launchRequest(guarded.port, secret);
    expect(await asOther(`${CONNECT}; printf %s "$2" >&3; cat <&3`, guarded.port, launch)).toBe('');
    // A connection that was closed at once is nobody's in the tables of the system, or root's.
    const atOnce = `for i in $(seq 40); do (${CONNECT}; printf %s "$2" >&3); done; ${CONNECT}; cat <&3`;
    expect(await asOther(atOnce, guarded.port, launch)).toBe('');
    await using page = await enterPage(guarded.origin, secret);
    expect(page).not.toBeNull();
  },
);

test(
  'hundreds of half-open connections of another user keep the owner out of nothing',
  asNobody,
  async () => {
    await using guarded = await guardedHost();
    const page = await guarded.launch();
    const hold = `for i in $(seq 300); do exec {fd}<>"/dev/tcp/127.0.0.1/$1"; printf "$2" >&$fd; done; echo held; sleep 60`;
    const attacker = otherUser(hold, guarded.port, 'GET / HTTP/1.1\\r\\n');
    try {
      await until(() => attacker.said().includes('held'));
      const pages = Array.from({ length: 83 }, async () => (await fetch(`${guarded.origin}/`)).status);
      const calls = Array.from({ length: 83 }, async () => ((await page.ask('app.info')).ok ? 200 : 0));
      expect(new Set(await Promise.all([...pages, ...calls]))).toEqual(new Set([200]));
      await guarded.launch();
    } finally {
      attacker.end();
    }
  },
);

test('who took the port of a server that was killed learns no key, and gets no page opened', async () => {
  await using dir = await tempDir('squatter');
  const told: string[] = [];
  const squatter = createServer();
  squatter.on('upgrade', (request, socket) => {
    told.push(request.url ?? '', request.rawHeaders.join());
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    const frame = JSON.stringify({ kind: 'proof', proof: 'A'.repeat(43), nonce: 'B'.repeat(43) });
    socket.on('data', (bytes) => told.push(bytes.toString('latin1')));
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    // A short text frame.
    socket.write(Buffer.concat([Buffer.from([0x81, frame.length]), Buffer.from(frame)]));
  });
  const port = await listenOnLoopback(squatter);
  const key = 'K'.repeat(43);
  writeFileSync(dir.at('browser.json'), JSON.stringify({ port, key, pid: 1 }));
  expect(await linkOfRunning(dir.path)).toBeNull();
  expect(told[0]).toContain(await idOf(key));
  expect(told.join()).not.toContain(key);
  squatter.close();
});

test('on a Mac the link is not among the arguments of what opens it', async () => {
  await using dir = await tempDir('mac');
  mkdirSync(dir.at('bin'));
  for (const name of ['osascript', 'open'])
    writeFileSync(
      dir.at('bin', name),
      `#!/bin/sh\necho "$0 $@" > ${dir.at('arguments')}\ncat > ${dir.at('input')}\n`,
      {
        mode: 0o755,
      },
    );
  const before = process.env['PATH'] ?? '';
  process.env['PATH'] = `${dir.at('bin')}:${before}`;
  try {
    expect(await launchBrowser('http://127.0.0.1:5/#launch=abc', 'darwin')).toBe(true);
  } finally {
    process.env['PATH'] = before;
  }
  const read = (name: string) => (existsSync(dir.at(name)) ? readFileSync(dir.at(name), 'utf8') : '');
  await until(() => read('input') !== '');
  expect(read('arguments')).not.toContain('launch=');
  expect(read('input')).toBe('open location "http://127.0.0.1:5/#launch=abc"\n');
});

const CONNECT = 'exec 3<>"/dev/tcp/127.0.0.1/$1"';

/** Returns the upgrade request of a page that a link with this secret opens. */
async function launchRequest(port: number, secret: string): Promise<string> {
  const query = `pass=${await idOf(secret)}&nonce=${newSecret()}`;
  return [`GET /socket?${query} HTTP/1.1`, ...upgradeLines(port), '', ''].join('\r\n');
}

/** A script that another user runs, with the port and a text as its arguments. */
function otherUser(script: string, port: number, text: string) {
  const options = { uid: NOBODY, gid: NOBODY, cwd: '/' };
  // A connection that is hung up on ends no script.
  const child = spawn('/bin/bash', ['-c', `trap '' PIPE; ${script}`, 'bash', String(port), text], options);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  child.stderr.resume();
  return { said: () => said, ended: once(child, 'close'), end: () => child.kill('SIGKILL') };
}

async function asOther(script: string, port: number, text: string): Promise<string> {
  const other = otherUser(script, port, text);
  await other.ended;
  return other.said();
}
