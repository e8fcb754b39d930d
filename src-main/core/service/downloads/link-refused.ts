import { ServiceError } from '../service-failure.ts';

/** The reason why the client does not follow a download link to its end. */
export type LinkFault = 'unprotected' | 'place' | 'too-large';

const CAUSES: Readonly<Record<LinkFault, string>> = {
  unprotected: 'the download link is not protected',
  place: 'the download link leads into a network that the service is not in',
  'too-large': 'the download link gave more than is taken',
};

/** The client refused a download link of the service. The error carries no address (I9). */
export class LinkRefused extends ServiceError {
  readonly fault: LinkFault;

  constructor(fault: LinkFault) {
    super({ kind: 'unreadable', status: 200, cause: CAUSES[fault] });
    this.name = 'LinkRefused';
    this.fault = fault;
  }
}
