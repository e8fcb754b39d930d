import * as contract from '../../src-main/contract/texts/insights-text.ts';
import { FORMATS, inLocale, language } from './translate.ts';

export const reasonKindText = (kind: Parameters<typeof contract.reasonKindText>[0]): string =>
  inLocale(contract.reasonKindText(kind, language()));

export const durationText = (seconds: number): string => contract.durationText(seconds, FORMATS[language()]);

export const rateText = (codes: Parameters<typeof contract.rateText>[0]): string =>
  contract.rateText(codes, FORMATS[language()]);
