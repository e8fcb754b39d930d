import { defineConfig } from 'electron-vite';

export default defineConfig({
  main: {
    build: {
      target: 'node24',
      externalizeDeps: true,
      sourcemap: true,
      lib: { entry: { station: 'src-main/station.ts' }, formats: ['es'] },
      rolldownOptions: { output: { entryFileNames: '[name].js', banner: '#!/usr/bin/env node' } },
    },
  },
});
