export const lock = {
  'lock.windowTitle': 'Clearfolder: locked',
  'lock.title': 'This station is locked',
  'lock.needs':
    '{count, plural, =0 {Nothing needs your attention.} one {# item needs your attention.} other {# items need your attention.}}',
  'lock.goesOn': 'Clearfolder is still sending and checking documents.',
  'lock.kept': 'Your documents are safe and wait on this computer.',
  'lock.pin': 'PIN of this station',
  'lock.unlock': 'Unlock',
  'lock.opening': 'Checking…',
  'lock.means.touch-id': 'Unlock with Touch ID',
  'lock.keptHint':
    'While the station is locked, Clearfolder keeps the answers you typed and the documents you added.',
  'lock.forgotten':
    'Forgot the PIN? Ask your administrator to run this command in this computer account: clearfolder lock reset',
  'lock.who': 'Who are you?',
  'lock.who.station': 'Use the PIN of this station',
  'lock.pinOf': 'PIN of {name}',
  'lock.somebodyElse': 'Somebody else',
  'lock.forgottenOwn':
    'Forgot your PIN? Your administrator can give you a new PIN in Settings, under People.',
  'lock.signedIn': 'Signed in: {name}',
  'lock.switch': 'Switch user',
  'settings.users': 'People',
  'users.text':
    'If several people share this computer account, give each person a PIN of their own. The lock screen then asks who you are, and the audit record names the person for each action.',
  'users.needsLock': 'First set a PIN of the station and a time, under Lock and PIN above.',
  'users.add': 'Add person…',
  'users.add.title': 'Add a person',
  'users.name': 'Name',
  'users.name.hint': 'Your colleagues see this name, for example on Tasks and in the audit record.',
  'users.name.fault': 'Enter a name of 1 to 100 characters.',
  'users.pin': 'PIN of this person',
  'users.pin.hint': 'Use 6 or more digits, or a phrase of 8 or more characters. Let the person type the PIN.',
  'users.stationPin.hint': 'Only who knows the PIN of the station can add or remove people.',
  'users.added': '{name} can unlock this station now.',
  'users.newPin': 'New PIN…',
  'users.newPinOf': 'New PIN for {name}',
  'users.newPinSaved': '{name} has a new PIN.',
  'users.remove': 'Remove',
  'users.removeNamed': 'Remove {name}',
  'users.remove.text':
    'This person can no longer unlock the station. Tasks, notes and the audit record keep the name.',
  'users.removed': '{name} can no longer unlock this station.',
  'lock.soon':
    'Clearfolder locks soon, because nobody is using this station. Press any key to stay unlocked.',
  'lock.in': '({seconds} s)',
  'lock.stay': 'Stay unlocked',
  'settings.lock': 'Lock and PIN',
  'settings.lock.text':
    'The lock hides all documents and names when nobody has used this station for a while. Clearfolder still sends and checks documents. The lock does not protect against somebody who controls this computer account.',
  'settings.lock.after': 'Lock after',
  'settings.lock.never': 'Never',
  'settings.lock.minutes': '{count, plural, one {# minute} other {# minutes}}',
  'settings.lock.noPin':
    'This station has no PIN, so Clearfolder stays open when you leave the computer. Set a PIN, so that the station locks after the time below.',
  'settings.lock.off': 'This station does not lock and has no PIN. To set a PIN, choose a time below.',
  'settings.lock.noPin.practice':
    'This station has no PIN, so the station does not lock. Practice mode needs no lock, because every patient is invented.',
  'today.noPin': 'Clearfolder stays open when you leave the computer, because this station has no PIN.',
  'today.noPin.set': 'Set a PIN',
  'settings.lock.pin': 'Current PIN',
  'settings.lock.pin.hint': 'You need the current PIN to change the lock.',
  'settings.lock.newPin': 'New PIN',
  'settings.lock.newPin.first': 'PIN',
  'settings.lock.newPin.hint':
    'Use 6 or more digits, or a phrase of 8 or more characters. Everybody who works at this station needs the PIN.',
  'settings.lock.newPin.admin':
    'Use 6 or more digits, or a phrase of 8 or more characters. Only the administrator needs this PIN: the other people have a PIN of their own, under People.',
  'settings.lock.newPin.keep': 'If you leave this empty, the PIN stays the same.',
  'settings.lock.again': 'Repeat the PIN',
  'settings.lock.unlike': 'The two PINs differ.',
  'settings.lock.offMeans': 'Turning off the lock also deletes the PIN.',
  'settings.lock.saved.on':
    'Saved. The station locks after {count, plural, one {# minute} other {# minutes}}.',
  'settings.lock.saved.off': 'Saved. The station does not lock.',
  'settings.lock.now': 'Lock now',
  'redirect.title': 'Confirm this change',
  'redirect.text':
    'Only a person may allow this change, so that no other program can send your documents elsewhere. Confirm only if you asked for this change: read what changes, then fill in the field at the end.',
  'redirect.code': 'Code with 6 digits',
  'redirect.code.hint':
    'Open the text window in which Clearfolder was started, for example with “npm start”. Near its end you find the line “Type 1234-56 in the app…” with your code. The code is valid for 3 minutes. If you cannot open this window, ask the person who started Clearfolder.',
  'redirect.code-in-log.hint':
    'Clearfolder runs here without a text window, so the code stands in the output of the program. Ask the person who started Clearfolder, or your administrator, for the code. For the service on Linux, the command “journalctl -u clearfolder -n 20” shows the code. The code is valid for 3 minutes.',
  'redirect.pin.hint': 'Nothing has changed yet.',
  'redirect.confirm': 'Confirm change',
} as const;
