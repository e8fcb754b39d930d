import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { linkOfRunning } from '../../../../src-main/hosts/browser/running-link.ts';
import { launchBrowser } from '../../../../src-main/hosts/command-line/launch-browser.ts';
import { listenOnLoopback } from '../../../support/loopback.ts';
import { needing, needs } from '../../../support/machine.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { guardedHost } from '../browser/support/guarded-host.ts';

const NOBODY = 65_534;
const run = promisify(execFile);

test(
  'another user of this machine gets nothing with a link they saw in the arguments of a process, and locks nobody out',
  needing(needs.linux, needs.root),
  async () => {
    await using guarded = await guardedHost();
    const token = new URL(guarded.host.link()).hash.replace('#launch=', '');
    const body = JSON.stringify({ token });
    for (const path of ['/api/launch', '/api/resume', '/api/link']) {
      for (let tries = 0; tries < 12; tries += 1) {
        const answer = await asUser(NOBODY, guarded.port, path, body);
        expect(answer, path).toMatch(/^HTTP\/1\.1 403 /);
        expect(answer).not.toMatch(/bearer|launch\.locked/);
      }
    }
    expect(await asUser(0, guarded.port, '/api/launch', body)).toContain('"bearer"');
  },
);

test('who took the port of a server that was killed learns no key, and gets no page opened', async () => {
  await using dir = await tempDir('squatter');
  const told: string[] = [];
  const squatter = createServer(async (request, response) => {
    for await (const chunk of request) told.push(String(chunk));
    const value = { token: 'A'.repeat(43), lasts_ms: 60_000, proof: 'A'.repeat(43) };
    response.end(JSON.stringify({ ok: true, value }));
  });
  const port = await listenOnLoopback(squatter);
  const key = 'K'.repeat(43);
  writeFileSync(dir.at('browser.json'), JSON.stringify({ port, key, pid: 1 }));
  expect(await linkOfRunning(dir.path)).toBeNull();
  expect(told).toHaveLength(1);
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

/** What a process of this user is answered, on a connection of its own. */
async function asUser(uid: number, port: number, path: string, body: string): Promise<string> {
  const request = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    'Content-Type: application/json',
    'Connection: close',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  const script = 'exec 3<>"/dev/tcp/127.0.0.1/$1"; printf %s "$2" >&3; cat <&3';
  const { stdout } = await run('/bin/bash', ['-c', script, 'bash', String(port), request], {
    uid,
    gid: uid,
    cwd: '/',
  });
  return stdout;
}
