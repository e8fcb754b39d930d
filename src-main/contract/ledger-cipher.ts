/**
 * The ciphers of a ledger. `aegis-256`: each page has its own tag and nonce; this cipher is much faster than the other. `aes-256`:
 * AES-256-CBC with HMAC-SHA512 for each page, as the standards of NIST describe them.
 */
export const LEDGER_CIPHERS = ['aegis-256', 'aes-256'] as const;
export type LedgerCipher = (typeof LEDGER_CIPHERS)[number];
