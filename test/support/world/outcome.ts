import type { Random } from '../random.ts';
import { BASE_PATH } from '../service-model/messages.ts';
import type { Outcome } from '../service-model/model-task.ts';

export const BASE_URL = `https://service.test${BASE_PATH}`;

/** What processing finds in the world: a Task that ends is approved, or lacks a card as one that waits does. */
export function outcomeAtRandom(random: Random): (status: string) => Outcome {
  return (status) => {
    const approved = random() < 0.5;
    const lacksCard = status === 'waiting' || (status === 'completed' && !approved);
    const missing = { key: 'task.medical_record.missing', message: 'A card is missing.' };
    const issues = lacksCard ? [{ ...missing, medical_record_type: 'insurance-card' }] : [];
    if (status !== 'completed') return { issues };
    return {
      issues,
      verdicts: [{ code: '73721', approved, issues: approved ? [] : [0] }],
      verdict_summaries: [{ code: '73721', conclusion: approved ? 'Met.' : 'Not met.' }],
    };
  };
}
