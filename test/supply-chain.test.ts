import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
const textOf = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.string().optional(), optional: z.boolean().optional() }),
  ),
});
const packageSchema = z.object({ dependencies: z.record(z.string(), z.string()) });
const sbomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ purl: z.string(), hashes: z.array(z.unknown()).min(1) })),
});

test('the lock file pins every package by its hash, the Node that runs everything included', () => {
  const { '': _own, ...packages } = lockSchema.parse(JSON.parse(textOf('package-lock.json'))).packages;
  expect(Object.entries(packages).filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
  for (const platform of ['linux-x64', 'linux-arm64', 'win-x64', 'darwin-x64', 'bin-darwin-arm64'])
    expect(packages[`node_modules/node-${platform}`]).toMatchObject({ optional: true });
});

test('the bill of materials names every package that runs, with its hash', () => {
  // --silent: npm would print warnings about the running Node between the lines of JSON.
  const printed = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, encoding: 'utf8' });
  const { components } = sbomSchema.parse(JSON.parse(printed));
  const named = components.map(({ purl }) => decodeURIComponent(purl));
  const { dependencies } = packageSchema.parse(JSON.parse(textOf('package.json')));
  for (const [name, version] of Object.entries(dependencies)) {
    const real = /^npm:(.+)@/.exec(version)?.[1] ?? name;
    expect(named).toContainEqual(expect.stringMatching(`^pkg:npm/${real}@`));
  }
});

test('the notices give the licence of every package whose code is in a bundle', () => {
  const sources = globSync('out/main/**/*.map', { cwd: ROOT }).flatMap((map) => [
    ...textOf(map).matchAll(/node_modules\/((?:@[^/"]+\/)?[^/"]+)/g),
  ]);
  // The source maps of some packages also name folders of their build tool.
  const isInstalled = (name = '') => existsSync(join(ROOT, 'node_modules', name, 'package.json'));
  const bundled = new Set(sources.map(([, name]) => name).filter(isInstalled));
  expect(bundled).toContain('undici');
  for (const name of bundled) expect(textOf('out/main/third-party-notices.md')).toContain(`\n## ${name} - `);
  for (const name of ['react', 'react-dom', 'react-aria-components', 'zustand', 'unpdf'])
    expect(textOf('out/renderer/third-party-notices.md')).toContain(`\n## ${name} - `);
});
