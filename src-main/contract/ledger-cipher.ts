/**
 * The ciphers of a ledger.
 * - `aegis-256`: AEGIS-256 with a nonce and an authentication tag for each page of the database. This cipher is much faster than `aes-256`.
 * - `aes-256`: AES-256-CBC with an HMAC-SHA512 for each page of the database. NIST has standardized AES-256-CBC and HMAC-SHA512.
 */
export const LEDGER_CIPHERS = ['aegis-256', 'aes-256'] as const;
export type LedgerCipher = (typeof LEDGER_CIPHERS)[number];
