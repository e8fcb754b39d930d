/**
 * The ciphers of a ledger. `aegis-256` has a tag and a nonce for each page and is much faster than `aes-256`. `aes-256` is AES-256-CBC with
 * HMAC-SHA512 for each page. AES-256-CBC and HMAC-SHA512 are standards of NIST.
 */
export const LEDGER_CIPHERS = ['aegis-256', 'aes-256'] as const;
export type LedgerCipher = (typeof LEDGER_CIPHERS)[number];
