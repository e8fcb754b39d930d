import type { Random } from '../random.ts';
import { ModelTasks } from './model-tasks.ts';

const TOKEN_LIFE_MS = 365 * 86_400_000;

/** One organisation of the service: its Tasks are its own (docs/service.md 1, rule 5). */
export interface ModelOrganisation {
  /** As the token response gives it. */
  name: string;
  /** The `uid` of its api_secret. */
  uid: string;
  apiSecret: string;
  readonly tasks: ModelTasks;
}

interface Token {
  readonly organisation: ModelOrganisation;
  /** The uid of the api_secret that was exchanged. */
  readonly uid: string;
  readonly ends: number;
}

interface OrganisationsParts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: Random;
}

/** The organisations of the service, their api_secrets and their tokens (docs/service.md 5). */
export class Organisations {
  readonly #all: ModelOrganisation[] = [];
  readonly #tokens = new Map<string, Token>();
  readonly #parts: OrganisationsParts;

  constructor(parts: OrganisationsParts) {
    this.#parts = parts;
  }

  add(uid: string, name: string): ModelOrganisation {
    const tasks = new ModelTasks(this.#parts);
    const organisation = { name, uid, apiSecret: this.#newSecret(uid), tasks };
    this.#all.push(organisation);
    return organisation;
  }

  /** An administrator resets the api_secret, perhaps under another uid: the former secret and its tokens are worth nothing any more. */
  rotate(organisation: ModelOrganisation, uid = organisation.uid): void {
    Object.assign(organisation, { uid, apiSecret: this.#newSecret(uid) });
    this.expireTokens(organisation);
  }

  expireTokens(organisation: ModelOrganisation): void {
    for (const [token, held] of this.#tokens)
      if (held.organisation === organisation) this.#tokens.delete(token);
  }

  withSecret(apiSecret: string): ModelOrganisation | undefined {
    return this.#all.find((one) => one.apiSecret === apiSecret);
  }

  issueToken(organisation: ModelOrganisation): string {
    const token = `token-${this.#number()}`;
    const ends = this.#parts.now() + TOKEN_LIFE_MS;
    this.#tokens.set(token, { organisation, uid: organisation.uid, ends });
    return token;
  }

  /** Whose good token this header holds, or undefined. */
  behind(authorization: unknown): Token | undefined {
    const token = this.#tokens.get(String(authorization).replace(/^Bearer /, ''));
    return token !== undefined && this.#parts.now() < token.ends ? token : undefined;
  }

  #newSecret(uid: string): string {
    return `model:${uid}:${this.#number()}`;
  }

  #number(): number {
    return Math.floor(this.#parts.random() * 2 ** 52);
  }
}
