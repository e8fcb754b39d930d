import { ServiceError } from '../service-failure.ts';

/** What of a download link is not followed to its end. */
export type LinkFault = 'unprotected' | 'place' | 'too-large';

const CAUSES: Readonly<Record<LinkFault, string>> = {
  unprotected: 'the download link is not protected',
  place: 'the download link leads into a network that the service is not in',
  'too-large': 'the download link gave more than is taken',
};

/** A download link of the service that is not followed, or not to its end. Carries no address (I9). */
export class LinkRefused extends ServiceError {
  readonly fault: LinkFault;

  constructor(fault: LinkFault) {
    super({ kind: 'unreadable', status: 200, cause: CAUSES[fault] });
    this.name = 'LinkRefused';
    this.fault = fault;
  }
}
