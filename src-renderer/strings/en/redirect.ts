export const redirect = {
  'redirect.title': 'Confirm this change',
  'redirect.text':
    'This change affects where documents are sent, or who may decide that. Confirm only if you asked for this change.',
  'redirect.code': 'Code from the terminal',
  'redirect.code.hint':
    'Clearfolder printed a 6-digit code in the terminal where it was started. The code is valid for 3 minutes.',
  'redirect.pin.hint': 'Nothing has changed yet.',
  'redirect.confirm': 'Confirm change',
} as const;
