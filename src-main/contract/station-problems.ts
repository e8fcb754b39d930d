import type { ProblemText } from './problem-text.ts';

export const STATION_PROBLEMS = {
  'file.empty': {
    message: 'The file is empty, so it was not sent.',
    next: 'If another program is still writing the file, do nothing: Clearfolder sends the file when it is complete. Otherwise scan or export the document again.',
    drop: { next: 'Scan or export the document again, then add it again.' },
  },
  'file.unfinished': {
    message: 'The file seems incomplete, because its end is missing, so it was not sent.',
    next: 'If another program is still writing the file, do nothing: Clearfolder sends the file when it is complete. Otherwise scan or export the document again.',
    drop: { next: 'Scan or export the document again, then add it again.' },
  },
  'file.not-a-document': {
    message:
      'The file is not a document of a known type, such as a PDF, an image or text, so it was not sent.',
    next: 'Press “Send anyway” or “Leave out” next to the file. To always send files of this type from this folder, add a line such as **/*.dcm (all files that end in .dcm) under “Send these files” in the settings of the folder.',
    command:
      'Decide with: clearfolder decide NUMBER send, or leave-out. To always send files of this type from this folder, name the type in "include" of the folder, such as **/*.dcm.',
    drop: { next: 'To send the file, add it again and press “Send anyway” next to the file.' },
  },
  'file.unreadable': {
    message: 'Clearfolder cannot open the file[ ({detail})], so it was not sent.',
    next: 'Close the program that uses the file, or ask your administrator for permission to read the file. Clearfolder retries automatically.',
    drop: {
      next: 'Close the program that uses the file, or ask your administrator for permission to read the file. Then add the file again.',
    },
  },
  'file.changing': {
    message: 'The file changed while Clearfolder read it, so it was not sent yet.',
    next: 'Nothing: Clearfolder sends the file when it no longer changes.',
    drop: { next: 'Wait until the file is complete, then add it again.' },
  },
  'file.broken-off': {
    message: 'The file did not arrive completely[ ({detail})], so it was not sent.',
    next: 'Add the file again.',
  },
  'file.backlog': {
    message:
      'The file needs your decision, for one of these reasons: the file was in the folder before the folder was set up;[ the file was in the folder when the record of what was sent was restored from an older copy or started anew ({detail}), so the file may have been sent already;] or the file looks like a file that you chose not to send.',
    next: 'Decide about all these files under Folders: send them, leave them out, or send only files from a date on.',
    command:
      'Decide about all these files with: clearfolder backlog FOLDER send (or skip, or a date: files of that day and newer files are sent).',
  },
  'file.late-for-group': {
    message: 'The file came after its group was sent, so it was not sent.',
    next: 'Under Folders, open the list of files and decide about this file: send the file as a new Task, add the file to the Task of its group if that Task is waiting, or leave the file out.',
    command:
      'Decide with: clearfolder decide NUMBER send (as a new Task), answer:TASK (add to the Task of the group, if that Task is waiting), or leave-out.',
  },
  'file.late-for-refused': {
    message:
      'The file came after the service had rejected its group. The group did not become a Task, so the file was not sent alone.',
    next: 'To send the group with this file, withdraw the rejected documents and copy all documents of the group into a new subfolder (or give their names a new shared part). Or decide about the file: send it as its own Task, or leave it out.',
  },
  'file.late-for-kept-back': {
    message:
      'The file came after the other documents of its group had been withdrawn, or after Clearfolder had found that these documents were sent before. The file was not sent alone.',
    next: 'To send the group with this file, copy all documents of the group into a new subfolder (or give their names a new shared part). Or decide about the file: send it as its own Task, or leave it out.',
  },
  'file.outside-groups': {
    message:
      'Each subfolder of this folder becomes one Task, but this file is not in a subfolder, so it was not sent.',
    next: 'Move the file into the subfolder of its patient.',
  },
  'file.no-group-key': {
    message:
      'The file name does not have the shared part by which this folder groups files, so the file was not sent.',
    next: 'Rename the file, or change how the folder groups files.',
  },
  'file.group-held': {
    message: 'Another file of the same group is on hold, so the group was not sent.',
    next: 'Decide about the other file first; Clearfolder then sends the group.',
    drop: { next: 'Correct the other file first, then add all files again.' },
  },
  'file.vanished': {
    message: 'The file was removed before it was sent.',
    next: 'Nothing, if you wanted to remove the file. Otherwise put the file back.',
    drop: { next: 'Nothing, if you wanted to remove the file. Otherwise add the file again.' },
  },
  'file.left-out': {
    message: 'You decided not to send this file.',
    next: 'Nothing.',
  },
  'file.given-again': {
    message: 'The file was added again, so this older entry is closed.',
    next: 'Nothing: the newer entry shows the state of the file.',
  },
  'file.duplicate': {
    message: 'The same document was sent before, so this file was not sent again.',
    next: 'Nothing. To send the file again, press “Send anyway” next to the file.',
    command: 'Nothing. To send the file again: clearfolder decide NUMBER send-anyway.',
  },
  'file.duplicate-waits': {
    message: 'The same document is already in the outbox, so this file was not added a second time.',
    next: 'Nothing. To send the file as well, press “Send anyway” next to the file.',
    command: 'Nothing. To send the file as well: clearfolder decide NUMBER send-anyway.',
  },
  'file.duplicate-refused': {
    message:
      'Clearfolder found the same document before, but the document did not become a Task; the outbox shows the reason. This file was not sent either.',
    next: 'Open the outbox and correct the problem of the earlier document. To send this file as a new Task, press “Send anyway” next to the file.',
    command:
      'Check the earlier document with: clearfolder outbox. To send this file as a new Task: clearfolder decide NUMBER send-anyway.',
  },
  'file.duplicate-withdrawn': {
    message:
      'The same document was withdrawn in the outbox, so this file was not sent either. The file needs your decision.',
    next: 'Press “Send as a new Task” or “Leave out” next to the file.',
    command: 'Decide with: clearfolder decide NUMBER send, or leave-out.',
  },
  'file.perhaps-sent': {
    message:
      'The same document may already have become a Task, so this file was not sent. Clearfolder cannot be sure, because the service gave no clear answer about that Task or has deleted it.',
    next: 'Look at the service for a Task that has this document. If there is no such Task, press “Send anyway” or “Send as a new Task” next to this file. If there is a Task, this file needs nothing more.',
    command:
      'Look at the service for a Task that has this document. If there is no such Task, send the file: clearfolder decide NUMBER send (a duplicate: send-anyway). If there is a Task, the file needs nothing more; to remove a held file from this list: clearfolder decide NUMBER leave-out.',
    drop: {
      next: 'Look at the service for a Task that has this document. If there is no such Task, press “Send anyway” next to the document.',
    },
  },
  'file.claimed-elsewhere': {
    message:
      'This group has a document that another station also has in a group with other files. The other station made a Task of its group, or is about to make a Task, so this station did not send this group.',
    next: 'Look at the service for a Task of the group. If there is no such Task, press “Send as a new Task” next to one file of the group, which sends the whole group. If there is a Task, add the documents that the Task lacks to that Task, and press “Leave out” next to the documents that the Task has.',
  },
  'file.taken-back': {
    message: 'Another station[ ({detail})] withdrew this document, so this station did not send it either.',
    next: 'Nothing, if the document was meant to be withdrawn. To send the document anyway, press “Send as a new Task” next to the file.',
    command:
      'Nothing, if the document was meant to be withdrawn. To send the document anyway: clearfolder decide NUMBER send.',
  },
  'file.other-organisation': {
    message:
      'Another station, perhaps of a different organization, has recorded that it sends this document. The other station may have sent the document for its organization, so this station did not send the document.',
    next: 'Ask your colleagues which station should send this document. If this station should send the document, press “Send as a new Task” next to the file.',
    command:
      'Ask your colleagues which station should send this document. If this station should send it: clearfolder decide NUMBER send.',
  },
  'file.too-much-text': {
    message:
      'The text and JSON documents are larger than 48 MB together, which is the limit for one Task, so nothing was sent.',
    next: 'If the Task has one document, split the document into smaller files; Clearfolder then sends these files. If the Task has several documents, move some of the text or JSON documents out of the folder. Then press “Send as a new Task” next to one of the documents that are left: Clearfolder sends all documents that are left as one Task.',
    command:
      'If the Task has one document, split the document into smaller files; Clearfolder then sends these files. If the Task has several documents, move some of the text or JSON documents out of the folder. Then decide about one of the documents that are left: clearfolder decide NUMBER send (Clearfolder sends all documents that are left as one Task).',
    drop: { next: 'Split the document, or send fewer documents as one Task. Then add the new files here.' },
  },
  'spool.full': {
    message:
      'Clearfolder could not write its copy of the document[ ({detail})], so the document was not sent.',
    next: 'Free some space on the disk of this computer, or ask your IT department to check the disk. Clearfolder retries automatically.',
    drop: {
      next: 'Free some space on the disk of this computer, or ask your IT department to check the disk. Then add the document again.',
    },
  },
  'spool.missing': {
    message: 'The copy of the document in Clearfolder is missing or damaged, so the document was not sent.',
    next: 'Put the document into its folder again.',
    drop: { next: 'Add the document again.' },
    answer: {
      message:
        'The copy of a document of this answer is missing or damaged, so Clearfolder cannot send this answer completely. A part of the answer may have been sent.',
      next: 'Open the Task. If the Task is still waiting, answer again with what the Task does not have yet.',
    },
  },
  'spool.unread': {
    message:
      'While sending, Clearfolder could not read its copy of the document, so the service did not receive the whole document. The copy is undamaged.',
    next: 'Nothing: Clearfolder retries automatically. If the problem lasts, ask your IT department to check the disk of this computer.',
  },
  'ledger.restored': {
    message:
      'An older copy of the record of what was sent was restored, so this item may have been sent already.',
    next: 'Nothing, while Clearfolder checks: Clearfolder asks the service before it sends anything again. If the outbox shows this item as a rejected change of a Task, open the Task. If your change is still right, retry.',
  },
  'engine.fault': {
    message:
      'Clearfolder had an internal error with this item[ ({detail})]. Nothing is lost, and everything else continues.',
    next: 'Nothing: Clearfolder retries automatically. If the problem lasts, send this message to your administrator.',
  },
  'station.other': {
    message:
      'Several stations share this folder, and one station at a time sends the documents of the folder. Now another station sends the documents, or this station cannot reach the folder, so this document waits.',
    next: 'Nothing at first: this station continues automatically when the other station stops and this station can reach the folder. If documents still wait after a day, perhaps the other station never found them. Make sure that the other station did not send the documents and will not send them, then retry: Clearfolder asks the service first. Withdraw documents that were sent in another way.',
  },
  'station.gone': {
    message:
      'The folder of these documents is no longer watched and cannot be reached. Another station that shares the folder may send the documents, or may have sent them, so this station sends nothing.',
    next: 'Connect the folder again, and Clearfolder continues automatically. If the folder is gone for good, make sure that no other station will send the documents, then retry each document: Clearfolder asks the service first. Withdraw documents that were sent in another way.',
  },
  'station.asks': {
    message:
      'Clearfolder cannot be sure that no other station sends this document: this station cannot write into the folder of the document, or a station of another service or organization used the folder. The document waits until a person confirms that no other station uses the folder.',
    next: 'If no other station uses the folder, confirm this under Folders; Clearfolder then continues. If Clearfolder no longer watches the folder, add the folder again first. Withdraw documents that were sent in another way.',
  },
  'station.perhaps': {
    message: 'Another station handled this folder for a while and may have sent these documents.',
    next: 'Nothing: Clearfolder asks the service first, and sends the documents only if the service does not have them.',
  },
  'station.untold': {
    message:
      'This item was withdrawn, so this station does not send the item. If another station shares the folder, that station perhaps does not know about the withdrawal yet, and may have sent the item or may still send the item.',
    next: 'Nothing, if no other station shares the folder. Otherwise withdraw the item on the other station too, because that station learns about this withdrawal only when this station can reach the folder.',
  },
  'folder.read-only': {
    message:
      'Clearfolder cannot write into this folder[ ({detail})], so this station cannot tell other stations what it sends. Clearfolder holds the documents in this folder, because another station could send the same documents.',
    next: 'If no other station uses this folder, confirm this under Folders. Otherwise ask your administrator to let this account write into the folder.',
    command:
      'If no other station uses this folder: clearfolder no-other-station FOLDER. Otherwise let this account write into the folder.',
  },
  'folder.left-by-other': {
    message:
      'A station of a different service or organization sent documents from this folder before, and is not active in the folder now.[ That station is {detail}.] Clearfolder holds the documents in this folder, because they may belong to that service or organization.',
    next: 'If that station will not use this folder again, confirm under Folders that no other station uses the folder. Otherwise stop watching the folder here.',
    command:
      'If that station will not use this folder again: clearfolder no-other-station FOLDER. Otherwise remove the rule of this folder here.',
  },
  'submission.perhaps-sent': {
    message:
      'This submission was withdrawn, so this station no longer sends its documents. The documents may have become a Task all the same: Clearfolder does not know for sure whether the service has a Task of these documents.',
    next: 'Look at the service for a Task of these documents. If there is a Task, work with it at the service. If there is no Task and you still need to send the documents, add them again.',
  },
  'folder.missing': {
    message:
      'Clearfolder cannot reach the folder, so new files in it are not sent. Clearfolder counts no file as deleted.',
    next: 'Check that the folder exists and that the network drive is connected. Clearfolder then continues automatically.',
  },
  'folder.emptied': {
    message:
      'The folder is suddenly empty. Perhaps a network drive is not connected. Clearfolder counts no file as deleted.',
    next: 'Check the network drive. Clearfolder then continues automatically.',
  },
  'folder.silent': {
    message:
      'The folder, or a file in it, has not responded for more than two minutes. Meanwhile, Clearfolder may not find new files in the folder, and documents that are already in the folder may wait.',
    next: 'Check that the network drive is connected, and ask your IT department whether the drive hangs. Clearfolder continues automatically when the folder responds.',
  },
  'copies.unreachable': {
    message:
      'Clearfolder could not write a copy of the record of what was sent into the folder that the settings name for copies[ ({detail})]. Clearfolder still sends and checks documents, and still makes the copies in the data folder.',
    next: 'Check that the folder exists, that the network drive is connected and has free space, and that this account may write into the folder. Clearfolder retries every 15 minutes.',
  },
  'copies.other-place': {
    message:
      'The folder for copies of the record of what was sent no longer has the earlier copies, perhaps because a network drive is not connected. No new copy was therefore written into the folder. Clearfolder still sends and checks documents.',
    next: 'Connect the network drive. If you moved the copies on purpose, enter their new folder under "copies" in the settings file.',
  },
  'copies.in-folder': {
    message:
      'The folder for copies of the record of what was sent is inside a watched folder, where a copy would be sent as a document. No copy was therefore written.',
    next: 'Enter a folder that is not watched under "copies" in the settings file.',
  },
} as const satisfies Record<string, ProblemText>;
