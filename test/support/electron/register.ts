import { registerHooks } from 'node:module';

const standIn = new URL('./stand-in.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier.startsWith('electron/')
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
