import { resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

/**
 * Names the modules that the page imports on demand in the page itself. The page in a browser loads these modules before its connection
 * opens, because another program may listen on the port later (src-renderer/host/browser-session.ts).
 */
const lateModules: Plugin = {
  name: 'late-modules',
  transformIndexHtml: {
    order: 'post',
    handler: (_page, { bundle = {} }) =>
      Object.values(bundle)
        .filter((part) => part.type === 'chunk' && part.isDynamicEntry)
        .map(({ fileName }) => ({
          tag: 'meta',
          attrs: { name: 'late-module', content: `./${fileName}` },
          injectTo: 'head',
        })),
  },
};

/** The licences of the packages whose code is in the bundle; a package beside the bundle brings its own. */
const NOTICES = { fileName: 'third-party-notices.md' };

/** A catalog of texts as a string for `JSON.parse` loads faster than the same catalog as an object literal. */
const json = { stringify: true, namedExports: false };

export default defineConfig({
  main: {
    json,
    build: {
      target: 'node24',
      // Each process start loads these packages: as part of the bundle they load in half the time of single files.
      externalizeDeps: { exclude: ['commander', 'intl-messageformat', 'undici', 'zod'] },
      sourcemap: true,
      license: NOTICES,
      lib: {
        entry: {
          station: 'src-main/station.ts',
          desktop: 'src-main/desktop.ts',
          'copy-worker': 'src-main/core/ledger/backup/copy-worker.ts',
          'pdf-worker': 'src-main/practice/reading/files/pdf-worker.ts',
        },
        formats: ['es'],
      },
      rolldownOptions: { output: { entryFileNames: '[name].js', banner: '#!/usr/bin/env node' } },
    },
  },
  preload: {
    build: {
      // A sandboxed preload script must be one CommonJS file with everything in it.
      externalizeDeps: false,
      lib: { entry: { preload: 'src-main/preload.ts' }, formats: ['cjs'] },
      rolldownOptions: { output: { entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [lateModules],
    json,
    build: {
      // No inline data: everything is a file of the manifest, so that the content security policy can say 'self'.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      manifest: true,
      minify: true,
      license: NOTICES,
      rolldownOptions: { input: resolve('src-renderer/index.html') },
    },
  },
});
