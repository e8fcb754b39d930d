import type { HelpText } from './help-text.ts';

export const insights = {
  shows:
    'Insights shows how many Tasks there were in a period, how long verdicts took, which codes were approved, and why others were not.',
  steps: [
    { task: 'Choose a period', how: 'Choose under “Period”, or enter the first and the last day.' },
    { task: 'Read the numbers', how: 'Press “Show as table” beside a picture.' },
    { task: 'Use the numbers elsewhere', how: 'Press “Export…”. The file can contain patient data.' },
  ],
  words: {
    'insights.column.rate': 'The share of codes that were approved, of all codes with a verdict.',
    'insights.column.half': 'Half of the Tasks had a verdict within this time.',
    'insights.column.most': 'Nine of ten Tasks had a verdict within this time.',
    'insights.otherStations': 'Tasks that no folder of this station sent.',
  },
  stuck: [
    {
      when: 'The numbers are smaller than you expect.',
      act: 'Choose a longer period. The sentence above the pictures names decided Tasks without a counted code, and why.',
    },
    {
      when: 'Tasks of other stations are missing.',
      act: 'Clearfolder counts the Tasks that it checks. Choose “Tasks of the whole organization” in “Settings” to count all.',
    },
  ],
} as const satisfies HelpText;

export const stations = {
  shows: 'Stations says whether everything is out at every computer that shares folders with this one.',
  steps: [
    {
      task: 'Read the sentence',
      how: 'The first sentence says whether everything is out, and how old the reports are.',
    },
    {
      task: 'Look at one station',
      how: 'Each station names what it still has to send, what is stuck, and since when.',
    },
    {
      task: 'See its folders',
      how: 'Open “Folders” of a station for the state and the counts of each folder.',
    },
  ],
  words: {
    'stations.standing.out': 'The station has sent everything that it found.',
    'stations.standing.open': 'The station still has something to send, or something is stuck.',
    'stations.standing.silentUnknown':
      'The station is off, or has no connection. What it still has to send is not known.',
    'stations.standing.mute': 'The station has just started, or cannot write into the shared folder.',
  },
  stuck: [
    {
      when: 'A station is not seen.',
      act: 'Go to that computer, and start Clearfolder there. Until then, nobody knows whether everything is out there.',
    },
    {
      when: 'The database of the stations cannot be read.',
      act: 'Clearfolder finishes what it began and begins nothing new from shared folders. Tell IT staff.',
    },
  ],
} as const satisfies HelpText;

export const settings = {
  shows:
    'Settings says how this station works. Some values may be set by your organization for this computer.',
  steps: [
    {
      task: 'Connect to your service',
      how: 'Press “Connect…”. The dialog asks for the address and the secret (API key), and shows what each folder would send. Your administrator has the address and the secret.',
    },
    {
      task: 'Change language, colors or text size',
      how: 'Choose under “Appearance”. The change applies at once.',
    },
    {
      task: 'Protect the window with a PIN',
      how: 'Set a PIN under “Lock and PIN”. Clearfolder goes on sending while the window is locked.',
    },
    { task: 'Check that everything works', how: 'Press “Check now” under “System check”.' },
  ],
  words: {
    'settings.secret.new':
      'The password of your organization at the service. Clearfolder never shows a saved secret (API key).',
    'common.practice': 'A service inside this program, for training. Nothing leaves this computer.',
    'settings.station': 'This installation of Clearfolder.',
    'settings.retention': 'How long Clearfolder keeps the details of a Task whose follow-up is done.',
    'settings.callbacks':
      'Messages of the service about changed Tasks. Results arrive without callbacks too.',
  },
  stuck: [
    {
      when: 'A value cannot be changed.',
      act: 'Your organization has set the value for this computer. Ask your administrator.',
    },
    {
      when: 'The service rejects the secret (API key).',
      act: 'The secret (API key) was probably replaced. Your documents wait on this computer. Ask your administrator for the new secret.',
    },
    {
      when: 'Something does not work, and no screen says why.',
      act: 'Press “Check now” under “System check”. For each problem, the check says what to do.',
    },
  ],
} as const satisfies HelpText;

export const audit = {
  shows:
    'The audit record says who viewed, sent, changed, printed or exported documents and Tasks, and when.',
  steps: [
    { task: 'Find an entry', how: 'Filter by person, by action, by day, or by the ID of a Task.' },
    { task: 'Read all of an entry', how: 'Choose the entry.' },
    {
      task: 'Give the record to somebody',
      how: 'Press “Export as CSV” or “Export as JSON Lines”. The export is an entry of its own.',
    },
    {
      task: 'Check the record',
      how: 'Press “Check again”. Clearfolder checks that no entry was changed or removed.',
    },
  ],
  words: {
    'audit.column.who': 'The account of the computer that did this.',
    'audit.column.about': 'The Task, the folder or the list that the entry is about.',
    'audit.entry.hash': 'A check value. If somebody changes an entry later, the value no longer fits.',
  },
  stuck: [
    {
      when: 'The audit record was changed.',
      act: 'Tell your administrator today, and change nothing. The findings name the entries. Sending goes on.',
    },
    {
      when: 'An entry is missing from the list.',
      act: 'Press “Clear filters”.',
    },
  ],
} as const satisfies HelpText;
