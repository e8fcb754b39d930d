import { conformance } from './conformance/suite.ts';
import { openTarget } from './conformance/target.ts';

// Runs against the practice service, or against any server that the environment names:
// CLEARFOLDER_CONFORMANCE_BASE_URL, CLEARFOLDER_CONFORMANCE_API_SECRET and, if need be, CLEARFOLDER_CONFORMANCE_TASK_TYPE.
conformance(openTarget);
