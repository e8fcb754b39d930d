/** Both ciphers authenticate each page. `aes-256` (AES-256-CBC with HMAC-SHA512) is a NIST standard; `aegis-256` is much faster. */
export const LEDGER_CIPHERS = ['aegis-256', 'aes-256'] as const;
export type LedgerCipher = (typeof LEDGER_CIPHERS)[number];
