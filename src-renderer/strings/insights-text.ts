import { KIND_TEXTS_ES } from '../../src-main/contract/es/issue-texts.ts';
import { ISSUE_TEXTS } from '../../src-main/contract/say.ts';
import * as contract from '../../src-main/contract/texts/insights-text.ts';
import { FORMATS, inLocale, language } from './translate.ts';

const KIND_TEXTS = { en: undefined, es: KIND_TEXTS_ES };

export const reasonKindText = (kind: Parameters<typeof contract.reasonKindText>[0]): string =>
  inLocale(contract.reasonKindText(kind, KIND_TEXTS[language()], ISSUE_TEXTS[language()]));

export const durationText = (seconds: number): string => contract.durationText(seconds, FORMATS[language()]);

export const rateText = (codes: Parameters<typeof contract.rateText>[0]): string =>
  contract.rateText(codes, FORMATS[language()]);
