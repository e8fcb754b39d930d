const ENDED = ['completed', 'failed', 'invalid'];

/** Whether a Task with this status has ended (docs/service.md 3). */
export function isEnded(status: string): boolean {
  return ENDED.includes(status);
}
