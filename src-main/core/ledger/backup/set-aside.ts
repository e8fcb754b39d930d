import { readdirSync } from 'node:fs';

/** What a restore replaced, or what could not be read: ledgers that stand beside the one in use, as they were. */
const NAME = /^ledger\.db\.(?:replaced|unreadable)-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3}Z)$/;

export interface SetAside {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Every ledger that was set aside in this folder, the oldest first. */
export function ledgersSetAside(dir: string): SetAside[] {
  return readdirSync(dir)
    .flatMap((name) => {
      const [, day, hour, minute, second] = NAME.exec(name) ?? [];
      return day === undefined ? [] : [{ name, at: Date.parse(`${day}T${hour}:${minute}:${second}`) }];
    })
    .sort((a, b) => a.at - b.at);
}
