export const lock = {
  'lock.windowTitle': 'Clearfolder: locked',
  'lock.title': 'This station is locked',
  'lock.needs':
    '{count, plural, =0 {Nothing needs you.} one {# thing needs you.} other {# things need you.}}',
  'lock.goesOn': 'Documents go on being sent and checked.',
  'lock.kept': 'Documents wait here, and nothing is lost.',
  'lock.pin': 'PIN of this station',
  'lock.unlock': 'Unlock',
  'lock.opening': 'Looking…',
  'lock.means.touch-id': 'Unlock with Touch ID',
  'lock.keptHint': 'What you typed into answers and the documents you added are kept.',
  'lock.forgotten':
    'PIN forgotten? Whoever administers this computer account can run: clearfolder lock reset',
  'lock.soon': 'Clearfolder locks soon, because nobody has touched it. Press any key to stay.',
  'lock.in': '({seconds} s)',
  'lock.stay': 'Stay',
  'settings.lock': 'Lock',
  'settings.lock.text':
    'Hides everything when nobody has touched this station for a while. Documents go on being sent and checked. It protects a screen that somebody left, not against whoever uses this computer account.',
  'settings.lock.after': 'Lock after',
  'settings.lock.never': 'Never',
  'settings.lock.minutes': '{count, plural, one {# minute} other {# minutes}}',
  'settings.lock.noPin':
    'No PIN is set yet, so a screen that somebody leaves stays open. Set a PIN, and the station locks after that time.',
  'settings.lock.noPin.practice':
    'No PIN is set, so nothing locks. In practice mode that is fine: every patient is invented.',
  'today.noPin': 'A screen that somebody leaves stays open here, because this station has no PIN yet.',
  'today.noPin.set': 'Set a PIN',
  'settings.lock.pin': 'Present PIN',
  'settings.lock.pin.hint': 'Nothing of the lock can be changed without it.',
  'settings.lock.newPin': 'New PIN',
  'settings.lock.newPin.first': 'PIN',
  'settings.lock.newPin.hint':
    '6 digits or more, or a phrase of at least 8 characters. Everybody who works at this station needs it.',
  'settings.lock.newPin.keep': 'Left empty, the PIN stays as it is.',
  'settings.lock.again': 'The same once more',
  'settings.lock.unlike': 'The two are not the same.',
  'settings.lock.offMeans': 'The PIN is then forgotten as well.',
  'settings.lock.saved.on':
    'Saved. The station locks after {count, plural, one {# minute} other {# minutes}}.',
  'settings.lock.saved.off': 'Saved. The station does not lock.',
  'settings.lock.now': 'Lock now',
} as const;
