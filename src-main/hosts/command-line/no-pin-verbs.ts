/**
 * All verbs that need no PIN while the station is locked: those that run the station or keep it in order, and show nothing of
 * patients. Whatever is not here needs the PIN, also a verb that is added later.
 */
export const NO_PIN_VERBS: ReadonlySet<string> = new Set([
  'open',
  'run',
  'practice',
  'doctor',
  'secret set',
  'secret clear',
  'secret check',
  'lock reset',
  'ledger rotate-key',
  'restore',
  'settings check',
  'settings show',
]);
