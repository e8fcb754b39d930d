import type { HelpText } from './help-text.ts';

export const today = {
  shows:
    'Today says in one sentence whether everything is sent. A file is anything that lies in a watched folder or that you add, also if Clearfolder does not send it. A document is a file that Clearfolder sends or has sent. Below, you see what needs you, what is being sent or checked, and what was decided today.',
  steps: [
    {
      task: 'Do what needs attention',
      how: 'Begin at the top of “Needs attention”. The button of each entry opens the place where you act.',
    },
    {
      task: 'Send documents',
      how: 'Drop files anywhere in the window, or press “Add documents”. You review the documents before Clearfolder sends them.',
    },
    {
      task: 'Find out what happened to a file',
      how: 'Press a number under “All files by state”. The list names each file, its state and the reason. The sentence at the top leaves out the files that need not be sent: ignored files, duplicates, and files that were left out.',
    },
    { task: 'Read decisions', how: 'Press “Open Verdicts” to see why a code was not approved.' },
  ],
  words: {
    'state.settling':
      'Another program is still writing the file. Clearfolder waits until the file is complete.',
    'state.uncompared':
      'Since its start, Clearfolder has not compared its record of sent files with the service yet. Clearfolder sends no file of a folder before that, so that nothing is sent twice.',
    'state.held':
      'Clearfolder does not send the file until you decide or correct it. The list of files says why.',
    'state.queued': 'The document is in the outbox and goes out by itself.',
    'state.unconfirmed':
      'The connection broke before the service confirmed the document. Clearfolder asks the service and sends nothing twice.',
    'state.accepted': 'The service has the document.',
    'state.rejected': 'The service refused the document. The outbox says why.',
    'state.duplicate':
      'The same document was sent before or is in the outbox, so Clearfolder does not send it again.',
    'state.ignored': 'The file is not a document, such as a lock file, or a rule leaves the file out.',
    'state.withdrawn': 'A person left the file out before the file was sent.',
  },
  stuck: [
    {
      when: 'The service cannot be reached.',
      act: 'Your documents are safe. Clearfolder keeps the documents and tries again by itself. If other web pages do not open either, check the network. If they open, tell your administrator.',
    },
    {
      when: 'The secret (API key) is missing or rejected.',
      act: 'Nothing goes out until the service accepts the secret (API key). Ask your administrator for the secret and enter it in “Settings” under “Sign-in”.',
    },
    {
      when: 'The numbers do not change.',
      act: 'The bar at the bottom says when Clearfolder last checked. If that time is old, the text beside it says why.',
    },
  ],
} as const satisfies HelpText;

export const drop = {
  shows:
    'This screen shows documents that you added by hand. Clearfolder sends nothing until you press the send button.',
  steps: [
    {
      task: 'Group the documents',
      how: 'Choose what becomes one Task. Documents of one patient belong in one Task; documents of several patients never do.',
    },
    { task: 'Choose the task type', how: 'The task type tells the service what to do with the documents.' },
    {
      task: 'Leave a document out',
      how: 'Press the cross beside the document. Your own file stays where it is.',
    },
    {
      task: 'Send',
      how: 'Press the send button. “Undo” at the bottom counts the seconds in which you can undo the sending.',
    },
  ],
  words: {
    'drop.taskType': 'A name that your organization agreed with the service, such as prior-auth.',
    'details.label':
      'What the service looks for, such as the codes to check. Your administrator knows what to enter.',
    'drop.reference': 'Your own id for the Task. The reference must not say who the patient is.',
    'drop.discard': 'Clearfolder forgets these documents. Your own files stay where they are.',
  },
  stuck: [
    {
      when: 'The send button cannot be pressed.',
      act: 'The text beside the button says what is still missing.',
    },
    {
      when: 'A file is not sent, for example because the file is incomplete.',
      act: 'The list says why. Scan or export the document again, and add the file again. If there is no better file, press “Send anyway” next to the file.',
    },
    {
      when: 'A document was already sent.',
      act: 'Look for its Task in “Tasks” first. “Send anyway” makes a second Task for the same document.',
    },
  ],
} as const satisfies HelpText;

export const outbox = {
  shows:
    'The outbox shows every document, answer and change that Clearfolder sends to the service, and its state.',
  steps: [
    { task: 'See what is on its way', how: 'Choose “In progress”. Clearfolder sends these items by itself.' },
    {
      task: 'Try a rejected item again',
      how: 'Read the reason, correct what it names, then press “Retry now”. “Retry all” does this for all items.',
    },
    {
      task: 'Leave out an item',
      how: 'Press “Leave out” before the item goes out. Your own file stays where it is.',
    },
    { task: 'Send without waiting', how: 'Press “Send now” to end the time in which you can undo.' },
  ],
  words: {
    'state.queued': 'The item waits for its turn, or for the end of the time in which you can undo.',
    'state.sending': 'The item is going to the service now.',
    'state.unconfirmed':
      'The connection broke before the service confirmed the item. Clearfolder asks the service whether the item arrived.',
    'state.accepted': 'The service has the item.',
    'state.rejected':
      'The service refused the item. The item stays here until you retry the item or leave the item out.',
    'state.withdrawn': 'A person left the item out. Clearfolder does not send the item.',
  },
  stuck: [
    {
      when: 'An item is not confirmed for a long time.',
      act: 'Wait: Clearfolder keeps asking the service. Use “Send again…” only if the service has no Task of these documents. Otherwise the service makes two Tasks.',
    },
    {
      when: 'The service does not accept the task type.',
      act: 'Choose another task type above the list. Your administrator knows the task types of your organization.',
    },
    {
      when: 'An item is tried again and again.',
      act: 'Clearfolder tries again by itself, with longer pauses. The reason stands beside the item. If the reason lasts for hours, tell your administrator.',
    },
  ],
} as const satisfies HelpText;

export const folders = {
  shows:
    'Folders lists the folders that Clearfolder watches, whether each folder works, and its files by state.',
  steps: [
    {
      task: 'Watch a folder',
      how: 'Press “Add folder…”. Before anything is sent, you see which documents would go out and as which Tasks.',
    },
    {
      task: 'Decide about files that were already there',
      how: 'Press “Decide…”. Clearfolder sends existing files only after your decision. The question says how many files wait, and how many of them are not complete documents. An empty file does not wait for this decision.',
    },
    {
      task: 'Stop for a while',
      how: 'Press “Pause”. New files stay in the folder until you press “Resume”.',
    },
    {
      task: 'Find a file',
      how: 'Press a number under “Files by state”. The list says why a file was not sent.',
    },
  ],
  words: {
    'folders.health.ok': 'Clearfolder reads the folder and sends new documents.',
    'folders.health.away':
      'The folder or its network drive does not answer. Nothing is lost, and nothing counts as deleted.',
    'folders.health.paused': 'A person paused the folder. New files wait.',
    'folders.health.problem':
      'Clearfolder cannot work as the folder is set up. The text below says what to do.',
    'folders.counts.others': 'Another station handles these files, so this station does not send them.',
    'folders.answerFolders':
      'A subfolder for each waiting Task, with a note that says what is missing. A document that you save there answers the Task.',
  },
  stuck: [
    {
      when: 'A folder cannot be reached.',
      act: 'Connect the network drive, and open the folder in your file manager. Clearfolder goes on by itself as soon as the folder is there.',
    },
    {
      when: 'A new file does not go out.',
      act: 'Press “Refresh all”. Then press the number of its state: the list says why the file waits, and offers “Send anyway” or “Leave out” where this is possible.',
    },
    {
      when: 'The documents of one patient became several Tasks.',
      act: 'Press “Edit…” and change “What becomes one Task”, or raise “Seconds without changes to a group” for a slow scanner.',
    },
  ],
} as const satisfies HelpText;
