export const correct = {
  'correct.button': 'Correct and send again…',
  'correct.of': 'Correction of',
  'correct.by': 'Corrected: see',
  'correct.chip': 'Corrected',
  'correct.said': 'What changed: {what}',
  'correct.sentNow': 'A correction is in the outbox.',
  'correct.notYet': 'The service does not have the correction yet. State: {state}.',
  'correct.title': 'Correct and send again',
  'correct.lead':
    'Correction of “{name}”. Leave out, add or change documents, then send. The service makes a new Task, and the earlier Task stays as it is.',
  'correct.sent':
    'Sending the correction of “{name}” with {documents, plural, one {# document} other {# documents}}.',
  'correct.what': 'What changed?',
  'correct.what.hint':
    'Both Tasks show these words, on this computer only. Example: the right insurance card.',
  'correct.what.missing': 'To send, write first what changed, in the field “What changed?”.',
  'correct.send.unchanged': 'To send, first change a document or a detail.',
  'correct.reasons.verdicts': 'What was not approved',
  'correct.reasons.issues': 'What the service found',
  'correct.changes': 'Clearfolder sees these changes',
  'correct.change.left': 'Left out: {name}',
  'correct.change.added': 'Added: {name}',
  'correct.change.text': 'Changed: {name}',
  'correct.change.type': 'Another task type',
  'correct.change.details': 'Changed request details',
  'correct.unchanged': 'Nothing has changed yet.',
  'correct.unchanged.text':
    'The earlier Task has the same documents, task type and request details. If you send them again, the service makes a second Task, and the claim is made twice.',
  'correct.again': 'Send the same again anyway',
  'correct.reference':
    'The earlier Task keeps its reference {reference}. Enter another one, or leave this empty.',
  'correct.lost':
    '{count, plural, one {# document could not be carried over} other {# documents could not be carried over}}',
  'correct.lost.refused': 'the service does not give this document back.',
  'correct.lost.unreachable': 'the service could not be reached.',
  'correct.lost.other': 'the document could not be read.',
  'correct.lost.next':
    'What to do: add each of these documents from your own files, or discard this draft and start again later. Otherwise the new Task lacks them.',
  'drop.type.change': 'Change the document',
  'drop.type.changeShort': 'Edit text…',
  'drop.type.changeNamed': 'Edit text of {path}',
  'drop.type.keep': 'Keep',
  'patient.title': 'Check the patient: these documents may be about different people',
  'patient.lead':
    'The documents of this Task do not agree on who the patient is. A document of another patient may be among them.',
  'patient.property.name': 'Name of the patient',
  'patient.property.birth_date': 'Date of birth',
  'patient.property.member_id': 'Member ID',
  'patient.in': 'found in',
  'patient.chip': 'Check the patient',
  'patient.do': 'What to do',
  'patient.look': 'Open the documents named above and compare them.',
  'patient.lookBelow': 'Open the documents under “{section}” further down and compare them.',
  'patient.same':
    'Is it one patient, and only a document is written wrongly? Get the right document, then press “Correct and send again”.',
  'patient.other':
    'Is a document about another patient? Press “Correct and send again”, leave that document out, and add the right one. The service removes no document from a Task, so a new Task is needed.',
  'patient.waiting':
    'An answer adds a document and removes none. Answer this Task only if all of its documents are about one patient.',
  'patient.corrected.title': 'These documents may be about different people',
  'patient.corrected': 'The correction above replaces this Task. This is left to do:',
  'patient.corrected.done': 'Mark the follow-up of this Task as done.',
  'patient.corrected.giveUp': 'Give this Task up.',
  'patient.corrected.later': 'When this Task has ended, mark its follow-up as done.',
  'patient.corrected.over':
    'The correction above replaces this Task, and the follow-up of this Task is marked as done.',
  'patient.corrected.found': 'Where the documents differ',
  'patient.tell':
    'If a document of another patient was sent, tell the person who is responsible for privacy in your clinic.',
  'twin.title': 'The service made two Tasks of this submission',
  'twin.lead':
    'A device in the network repeated the request, or the service did not show the first Task for a time. Both Tasks can get a decision. Compare both Tasks, and tell the service provider which Task is superfluous.',
  'twin.superfluous': 'This Task is superfluous',
  'twin.wanted': 'Both Tasks are wanted',
  'twin.other': 'Open the other Task',
  'twin.decided.this':
    'This Task was marked as superfluous by {name}. The service made two Tasks of the submission.',
  'twin.decided.other':
    'The service made two Tasks of this submission. The other Task was marked as superfluous by {name}.',
  'twin.decided.both': 'The service made two Tasks of this submission. {name} marked both Tasks as wanted.',
} as const;
