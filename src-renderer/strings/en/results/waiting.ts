export const waiting = {
  'waiting.lead':
    '{count, plural, =0 {No Tasks are waiting for you} one {# Task is waiting for you} other {# Tasks are waiting for you, oldest first}}',
  'waiting.answered':
    '{count, plural, one {# answered Task is being checked again} other {# answered Tasks are being checked again}}',
  'waiting.list': 'Tasks waiting for you',
  'waiting.detail': 'Selected Task',
  'waiting.since': 'since {time}, {ago}',
  'waiting.frozen': 'Replaced by a newer Task',
  'waiting.refused': 'Answer rejected',
  'waiting.notFetched': 'Loading details',
  'waiting.empty.title': 'No Tasks are waiting for you.',
  'waiting.empty.text':
    'If the service needs another document or value for a Task, the Task appears here and shows what is missing.',
  'waiting.empty.answered': 'A Task that you answered returns here if something is still missing.',
  'waiting.notWaiting.title': 'This Task is not waiting for you now.',
  'waiting.notWaiting.text': 'The Task was answered, has ended, or was replaced by a newer Task.',
  'waiting.missing': 'What is missing',
  'waiting.documents': 'Documents',
  'waiting.data': 'Data',
  'waiting.others.hint': 'Read each issue, then add the documents or data that resolve it.',
  'waiting.nothingNamed':
    'The service does not say what is missing. Read what the service found, then add documents that may be missing.',
  'waiting.notFetched.text':
    'This Task is waiting for you. Clearfolder is loading what the service asks for.',
  'waiting.practice': 'Practice: the missing document is in the folder {folder}',
  'waiting.answerFolder':
    'Clearfolder also sends documents that you save in the answer folder, once the documents are complete: {folder}',
  'waiting.dropHere': 'Drop documents here, or',
  'waiting.dropTarget': 'Drop to answer this Task',
  'waiting.files': 'Documents of your answer',
  'waiting.file.reading': 'Reading',
  'waiting.file.ready': 'Ready',
  'waiting.file.refused': 'Cannot be sent',
  'waiting.file.ignored': 'Not a document, left out',
  'waiting.file.duplicate': 'Was sent before, or is in the outbox; will be sent with this answer too',
  'waiting.dropGone':
    'Clearfolder was restarted, so the documents you added are no longer here. Add the documents again.',
  'waiting.field.date': 'Year-month-day, such as 2025-03-14',
  'waiting.field.dateRead': 'Will be sent as {date}',
  'waiting.field.number': 'A number',
  'waiting.fault.date': 'Enter the date as year-month-day, such as 2025-03-14.',
  'waiting.fault.date-order':
    'The day and the month are not clear. Enter the date as year-month-day, such as 2025-03-14.',
  'waiting.fault.no-such-day': 'This date does not exist. Check the date.',
  'waiting.fault.number': 'Enter a number with digits only, such as 12 or 12.5.',
  'waiting.fault.too-long': 'This text is too long. Enter at most {most} characters.',
  'waiting.fault.nothing': 'Add a document or enter a value first.',
  'waiting.send': 'Send answer',
  'waiting.send.reading': 'Clearfolder is still reading your documents.',
  'waiting.send.goes':
    '{documents, plural, =0 {} one {1 document} other {# documents}}{both, select, yes { and } other {}}{values, plural, =0 {} one {1 value} other {# values}} will be sent. The service then continues with the Task.',
  'waiting.send.none': 'The service continues with the Task after you send an answer.',
  'waiting.resume': 'Continue without adding anything',
  'waiting.resume.hint':
    'The service checks the Task again as it is, for example after somebody changed the Task at the service.',
  'waiting.resumed':
    '“{task}”: asking the service to continue. {left, plural, =0 {No other Task is waiting.} one {1 more Task is waiting: the screen now shows this Task.} other {# more Tasks are waiting: the screen now shows the next Task.}}',
  'waiting.sent':
    '“{task}”: your answer goes out when the time for Undo is over. {left, plural, =0 {No other Task is waiting.} one {1 more Task is waiting: the screen now shows this Task.} other {# more Tasks are waiting: the screen now shows the next Task.}} The result appears in Tasks.',
  'waiting.takenBackFiles':
    'The answer was not sent. The values that you entered are here again. Add the documents again.',
  'waiting.frozen.title': 'A newer Task for the same patient replaced this Task.',
  'waiting.frozen.text': 'This Task takes no more documents or data. Answer the newer Task instead.',
  'waiting.refused.title': 'Your last answer was rejected.',
  'waiting.refused.unknown': 'Clearfolder does not know the reason. Open the outbox for details.',
  'waiting.refused.retry': 'Retry now',
  'waiting.refused.retried': 'Retrying the answer.',
} as const;
