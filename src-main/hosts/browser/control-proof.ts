import { createHmac } from 'node:crypto';
import { digestOf, newToken, sameDigest } from './secret-token.ts';

/*
 * Both ends of a question for a link prove that they know the key of the control file, and neither tells it: after a kill the
 * file stays, and a program of another user may have taken the port that it names.
 */

/** What asks the server that has `key` for a link. */
export function newQuestion(key: string): string {
  const nonce = newToken();
  return `${nonce}.${proof(key, 'ask', nonce)}`;
}

/** Whether whoever asked knows the key. */
export function isQuestion(key: string, question: string): boolean {
  const [nonce = '', given = ''] = question.split('.');
  return same(given, proof(key, 'ask', nonce));
}

/** What proves that an answer with this token comes from the server that has the key. */
export function proofOfAnswer(key: string, question: string, token: string): string {
  return proof(key, 'give', question, token);
}

/** Whether an answer comes from the server that has the key. */
export function isAnswer(key: string, question: string, answer: { token: string; proof: string }): boolean {
  return same(answer.proof, proofOfAnswer(key, question, answer.token));
}

function proof(key: string, ...words: string[]): string {
  return createHmac('sha256', key).update(words.join(' ')).digest('base64url');
}

function same(one: string, other: string): boolean {
  return sameDigest(digestOf(one), digestOf(other));
}
