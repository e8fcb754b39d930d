/**
 * How a ledger can be encrypted. `aegis-256`: every page with a tag and a nonce of its own, at a small part of the time that the
 * other cipher takes. `aes-256`: AES-256-CBC with HMAC-SHA512 for each page, as the standards of NIST describe them.
 */
export const LEDGER_CIPHERS = ['aegis-256', 'aes-256'] as const;
export type LedgerCipher = (typeof LEDGER_CIPHERS)[number];
