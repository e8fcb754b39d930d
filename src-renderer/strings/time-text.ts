import { timeTexts } from '../../src-main/contract/time-text.ts';
import { FORMATS, language } from './translate.ts';

const TEXTS = { en: timeTexts(FORMATS.en), es: timeTexts(FORMATS.es) };

export const timeText = (iso: string, now?: Date): string => TEXTS[language()].timeText(iso, now);
export const fullTimeText = (iso: string): string => TEXTS[language()].fullTimeText(iso);
export const dayText = (iso: string): string => TEXTS[language()].dayText(iso);
export const monthText = (month: string): string => TEXTS[language()].monthText(month);
export const weekdayText = (day: string): string => TEXTS[language()].weekdayText(day);
