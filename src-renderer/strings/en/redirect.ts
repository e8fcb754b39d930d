export const redirect = {
  'redirect.title': 'Confirm this change',
  'redirect.text':
    'This change decides where documents go, or who may decide that. Confirm this change only if you asked for it.',
  'redirect.code': 'Code from the terminal',
  'redirect.code.hint':
    'Clearfolder printed a code of six digits in the terminal in which it was started. The code is good for 3 minutes.',
  'redirect.pin.hint': 'Nothing was changed yet.',
  'redirect.confirm': 'Confirm the change',
} as const;
