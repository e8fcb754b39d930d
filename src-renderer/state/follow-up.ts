const ENDED = ['completed', 'failed', 'invalid'];

/** Whether `status` is a final status (docs/service.md 3). */
export function isEnded(status: string): boolean {
  return ENDED.includes(status);
}
