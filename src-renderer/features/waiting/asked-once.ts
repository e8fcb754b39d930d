import { issueField, plainName } from '../../../src-main/contract/texts/issue-text.ts';
import type { NeedsView } from '../../../src-main/contract/views/task.ts';

/**
 * Returns the needs of a Task so that no value is asked for twice. If the Task needs a value, and a document lacks the same value, the issue
 * about the document is in `lacking` of the value, and not in `documents`.
 */
export function askedOnce({ documents, data, others }: NeedsView) {
  return {
    documents: documents.filter((document) => !data.some((value) => lacks(document, value))),
    data: data.map((value) => ({
      ...value,
      lacking: documents.filter((document) => lacks(document, value)).map(({ issue }) => issue),
    })),
    others,
  };
}

function lacks({ issue }: NeedsView['documents'][number], { property }: NeedsView['data'][number]): boolean {
  const lacking = issueField(issue, 'property');
  return (
    issue.key === 'medical_record.data.missing' &&
    lacking !== null &&
    plainName(lacking) === plainName(property)
  );
}
