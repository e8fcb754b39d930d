import { InvalidArgumentError } from 'commander';
import { fits } from '../../contract/characters.ts';
import { givenObjectSchema } from '../../contract/json-object.ts';
import { type Said, say } from '../../contract/say.ts';
import { type MetricsAddress, parseMetricsAddress } from '../headless/metrics/serve-metrics.ts';
import { t } from '../language.ts';
import { UsageError } from './terminal.ts';

/* The checks of the values of arguments and options of the command line. */

export const collect = (value: string, earlier: string[] = []) => [...earlier, value];

export const wholeNumber = (name: Said, least: number, most: number) => (text: string) => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new InvalidArgumentError(
      t('commands.wholeNumber', {
        name,
        least: String(least),
        most: String(most),
      }),
    );
  return number;
};
export function metricsAddress(text: string): MetricsAddress {
  const address = parseMetricsAddress(text);
  if (address === null) throw new InvalidArgumentError(t('commands.addressPortHostPort'));
  return address;
}
export const portNumber = wholeNumber(say('commands.port'), 0, 65_535);

/**
 * Returns the trimmed value of an argument. Error messages call the argument `name`. @throws UsageError if the trimmed value is empty or
 * longer than `most` characters
 */
export function textOf(name: Said, most: number, given: string): string {
  const text = given.trim();
  if (text.length >= 1 && fits(text, most)) return text;
  throw new UsageError(say('commands.lengthOfValue', { name, most: String(most) }));
}

export function jsonObject(text: string): Record<string, unknown> {
  try {
    return givenObjectSchema.parse(JSON.parse(text));
  } catch {
    throw new InvalidArgumentError(t('commands.valueJsonObjectWithout'));
  }
}
