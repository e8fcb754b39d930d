export const verdicts = {
  'verdicts.lead':
    '{count, plural, =0 {No decided Tasks} one {# decided Task} other {# decided Tasks, newest first}}',
  'verdicts.list': 'Decided Tasks',
  'verdicts.searchHint': 'Name, file or ID',
  'verdicts.from': 'Decided from',
  'verdicts.to': 'Decided to',
  'verdicts.files': '{file} and {count} more',
  'verdicts.noVerdict': 'No verdict',
  'verdicts.empty.title': 'No follow-ups to do.',
  'verdicts.empty.text':
    'Decided Tasks appear here. When you mark a follow-up as done, the Task leaves this list.',
  'verdicts.empty.showDone': 'Show done follow-ups',
  'verdicts.noMatch.title': 'No decided Tasks match these filters.',
} as const;
