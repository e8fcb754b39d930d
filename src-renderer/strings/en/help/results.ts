import type { HelpText } from './help-text.ts';

export const waiting = {
  shows:
    'Waiting lists the Tasks for which the service needs another document or value. The Task that has waited longest comes first.',
  steps: [
    {
      task: 'See what is missing',
      how: 'Choose a Task. “What is missing” names each document and each value that the service asks for.',
    },
    { task: 'Add documents', how: 'Drop the documents on the Task, or choose files.' },
    { task: 'Enter values', how: 'Fill in the fields under “Data”.' },
    {
      task: 'Send',
      how: 'Press “Send answer”. “Undo” at the bottom counts the seconds in which you can undo. The service then checks the Task again.',
    },
  ],
  words: {
    'waiting.frozen': 'A newer Task for the same patient took over. Answer the newer Task.',
    'waiting.refused': 'The service did not take your last answer. The reason stands in the Task.',
    'waiting.notFetched': 'Clearfolder is asking the service what the Task needs.',
    'handling.setAside': 'The Task leaves Waiting until a day that you choose, and comes back by itself.',
    'handling.giveUp': 'Nobody answers the Task. The Task leaves Waiting, and can be put back at any time.',
    'waiting.resume':
      'The service checks the Task again as it is. Use this after somebody changed the Task at the service.',
    'folders.answerFolders': 'A folder of the Task. A document that you save there answers the Task too.',
  },
  stuck: [
    {
      when: 'The Task comes back after your answer.',
      act: 'Something is still missing. Read “What is missing” again: the service names what is missing now.',
    },
    {
      when: 'The answer was rejected.',
      act: 'Read the reason above the form, correct what it names, and send again or press “Retry now”.',
    },
    {
      when: 'The service does not say what is missing.',
      act: 'Read what the service found, then add the documents that this case still needs.',
    },
  ],
} as const satisfies HelpText;

export const verdicts = {
  shows:
    'Verdicts lists the decided Tasks whose follow-up is open. For each code, you see whether the code is approved, and why.',
  steps: [
    { task: 'Read the reasons', how: 'Choose a Task. The reasons stand below each code.' },
    {
      task: 'See the page',
      how: 'Press a document under “Look at”. The document opens at the page that the service read.',
    },
    {
      task: 'Finish',
      how: 'Press “Mark follow-up done” when your work on the Task is done. The Task then leaves this list.',
    },
    { task: 'Print the decision', how: 'Press “Print…”, then “Print report”.' },
  ],
  words: {
    'verdict.approved': 'The service approved this code.',
    'verdict.not-approved': 'The service did not approve this code. The reasons stand below the code.',
    'verdict.none.loaded': 'The service finished the Task without a verdict for any code.',
    'verdict.none.not_loaded': 'Clearfolder is still loading the verdicts. This is not an outcome.',
    'verdict.none.as_of': 'Clearfolder is still loading the verdicts. This is not an outcome.',
    'verdict.none.deleted': 'Clearfolder deleted the details after the time set under Retention.',
    'status.failed': 'The service had an error. No code was decided.',
    'status.invalid': 'The service found nothing in the documents that this Task needs.',
  },
  stuck: [
    {
      when: 'A code is not approved because a document was missing or too old.',
      act: 'A decided Task takes no more documents. Press “Add documents”, and send the complete documents as a new Task.',
    },
    {
      when: 'The reason is not clear.',
      act: 'Open the document under “Look at”, and compare the page with “What the service read”.',
    },
    {
      when: 'You marked a follow-up as done by mistake.',
      act: 'Set the filter “Follow-up” to “Done”, choose the Task, and press “Reopen follow-up”.',
    },
  ],
} as const satisfies HelpText;

export const tasks = {
  shows: 'Tasks lists every Task that Clearfolder knows. A Task is one set of documents at the service.',
  steps: [
    {
      task: 'Find a Task',
      how: 'Enter a name, a file, a reference, or words that stand in the documents, such as a member ID.',
    },
    {
      task: 'Narrow the list',
      how: 'Choose filters such as “Status”. “Clear filters” shows all Tasks again.',
    },
    {
      task: 'See all Tasks of one patient',
      how: 'Open “Related Tasks”. Tasks of one subfolder, or with references that begin alike, stand side by side.',
    },
    { task: 'Take the list along', how: 'Press “Export…”. The file has the Tasks that match the filters.' },
  ],
  words: {
    'status.pending': 'The service has the documents and has not begun.',
    'status.processing': 'The service is reading the documents.',
    'status.waiting': 'The service needs another document or value from you.',
    'status.completed': 'The service decided. Open the Task for the verdicts.',
    'status.failed': 'The service had an error. No code was decided.',
    'status.invalid': 'The service found nothing in the documents that this Task needs.',
    'status.gone': 'The service no longer has the Task.',
    'status.denied': 'The service did not find the Task when Clearfolder last asked. Clearfolder asks again.',
  },
  stuck: [
    {
      when: 'A Task is not in the list.',
      act: 'Press “Clear filters”. If the Task is still missing, look in the “Outbox”: a document that is not sent has no Task yet.',
    },
    {
      when: 'A Task is being checked for a long time.',
      act: 'The service is still at work, and you need to do nothing. Clearfolder shows the result as soon as the service has it.',
    },
    {
      when: 'A Task is gone from the service.',
      act: 'Ask your administrator why. If the case is still open, send the documents as a new Task.',
    },
  ],
} as const satisfies HelpText;

export const task = {
  shows:
    'This screen shows one Task: its state, the verdict for each code, the documents, what the service read in them, and the history.',
  steps: [
    {
      task: 'Look at a document',
      how: 'Press “Open”. “Rotate”, “Fit width” and “Fit page” change the view alone, and never the document. “What the service read” stands beside the page.',
    },
    {
      task: 'Print or save a document',
      how: 'Press “Print…” or “Save…” in the open document. The audit record notes both.',
    },
    { task: 'Change the name', how: 'Press “Rename”. The service gets the new name too.' },
    {
      task: 'Leave a note',
      how: '“Add staff note” stays on this station. “Send note to the service…” goes into the log of the Task at the service.',
    },
  ],
  words: {
    'task.externalId': 'An id that this station gave the Task. The service finds the Task by it.',
    'task.group.inputs': 'The documents and values that your clinic sent.',
    'task.group.outputs': 'Documents that the service made from yours.',
    'task.records':
      'The medical records that the service found in the documents, each with its date and its pages.',
    'task.followUpDone': 'A person finished the work on this Task.',
  },
  stuck: [
    {
      when: 'A document does not open.',
      act: 'Clearfolder gets the document from the service. Check the connection in the bar at the bottom, then press “Retry”.',
    },
    {
      when: 'Clearfolder cannot show the type of a document.',
      act: 'Press “Save…”, and open the file in another program. Delete the saved file when you no longer need it.',
    },
    {
      when: 'The Task is waiting for you.',
      act: 'Press “Answer this Task”.',
    },
  ],
} as const satisfies HelpText;
