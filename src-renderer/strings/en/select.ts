export const select = {
  'select.start': 'Select…',
  'select.end': 'Stop selecting',
  'select.all': 'Select all',
  'select.bar': 'Selected rows',
  'select.count':
    '{count, plural, =0 {Nothing selected} one {# of {all, number} selected} other {# of {all, number} selected}}',
  'select.column': 'Select',
  'select.done': 'Mark follow-up done ({count})',
  'select.markedDone':
    'Marking {count, plural, one {the follow-up of # Task} other {the follow-ups of # Tasks}} as done at the service.',
  'select.unended':
    '{count, plural, one {# Task has not ended and is} other {# Tasks have not ended and are}} left out.',
  'select.retry': 'Retry ({count})',
  'select.withdraw': 'Leave out ({count})',
  'select.send': 'Send as new Tasks ({count})',
  'select.leaveOut': 'Leave out ({count})',
  'select.retries': '{count, plural, one {# item} other {# items}} will be retried.',
  'select.withdraws': '{count, plural, one {# item} other {# items}} will be left out.',
  'select.sends': '{count, plural, one {# file} other {# files}} will be sent.',
  'select.leavesOut': '{count, plural, one {# file} other {# files}} will be left out.',
  'select.planned.retry': 'Clearfolder retries this item in a moment, unless you choose Undo.',
  'select.planned.withdraw': 'Clearfolder leaves out this item in a moment, unless you choose Undo.',
  'select.planned.send': 'Clearfolder sends this file in a moment, unless you choose Undo.',
  'select.planned.leave-out': 'Clearfolder leaves this file out in a moment, unless you choose Undo.',
  'select.undone': '{count, plural, one {# row stays} other {# rows stay}} as before.',
  'select.tooLate':
    '{count, plural, one {# row was too late to undo} other {# rows were too late to undo}}. Check their state.',
} as const;
