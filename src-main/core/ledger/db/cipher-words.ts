import type { LedgerCipher } from '../../../contract/ledger-cipher.ts';

const WORDS: Readonly<Record<LedgerCipher, string>> = {
  'aegis-256': 'AEGIS-256',
  'aes-256': 'AES-256 (CBC, with HMAC-SHA512)',
};

/** The name of a cipher for a person. */
export const cipherWords = (cipher: LedgerCipher): string => WORDS[cipher];
