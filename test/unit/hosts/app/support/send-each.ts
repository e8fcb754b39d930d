import type { VerbInput } from '../../../../../src-main/contract/verbs/index.ts';

/** Each file of a drop becomes a Task of its own, with nothing else asked. */
export const SEND_EACH: Omit<VerbInput<'drops.send'>, 'drop'> = {
  grouping: 'each',
  task_type: 'prior-auth',
  request_spec: {},
  name: null,
  duplicates: false,
};
