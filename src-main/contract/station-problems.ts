import type { ProblemText } from './problem-text.ts';

const WAITS_FOR_DECISION = {
  next: 'To decide about this file alone, press “Send as a new Task” or “Leave out” next to the file. To decide about all such files of a folder, press “Decide…” under Folders. You can send all of them, none of them, or only files from a date on.',
  command:
    'To send all such files of a folder: clearfolder backlog FOLDER send. To send none of them: clearfolder backlog FOLDER skip. To send only files from a date on, give that date in place of send, such as 2026-01-31. To decide about this file alone: clearfolder decide NUMBER send, or: clearfolder decide NUMBER leave-out.',
};

export const STATION_PROBLEMS = {
  'file.empty': {
    message: 'The file is empty, so it was not sent.',
    next: 'If another program is still writing the file, do nothing: Clearfolder sends the file when the file is complete. Otherwise scan or export the document again.',
    drop: { next: 'Scan or export the document again, then add it again.' },
  },
  'file.unfinished': {
    message: 'The end of the file is missing, so the file seems incomplete and was not sent.',
    next: 'If another program is still writing the file, do nothing: Clearfolder sends the file when the file is complete. Otherwise scan or export the document again. If there is no better file, press “Send anyway” next to the file.',
    command:
      'If another program is still writing the file, do nothing: Clearfolder sends the file when the file is complete. Otherwise scan or export the document again. To send the incomplete file: clearfolder decide NUMBER send.',
    drop: {
      next: 'Scan or export the document again, then add it again. If there is no better file, add the file again and press “Send anyway” next to the file.',
    },
  },
  'file.not-a-document': {
    message:
      'The file was not sent, because it is not a PDF, an image, a text or another type of document that Clearfolder knows.',
    next: 'Press “Send anyway” or “Leave out” next to the file. If such files always belong to your documents, ask your administrator to allow files of this type in the settings of the folder.',
    command:
      'To send the file: clearfolder decide NUMBER send. To leave the file out: clearfolder decide NUMBER leave-out. To always send files of this type from this folder, add a pattern to "include" of the folder in the settings. For example, the pattern **/*.dcm means all files that end in .dcm.',
    drop: { next: 'To send the file, add it again and press “Send anyway” next to the file.' },
  },
  'file.web-page': {
    message:
      'The file[ is named {detail} but] is a web page, so it was not sent. A download that failed often leaves such a file: the page has an error message or asks for a password.',
    next: 'Download or export the document again. If the web page is the document, press “Send anyway” next to the file; otherwise press “Leave out”.',
    command:
      'Download or export the document again. If the web page is the document: clearfolder decide NUMBER send. Otherwise: clearfolder decide NUMBER leave-out.',
    drop: {
      next: 'Download or export the document again, then add it again. If the web page is the document, add the file again and press “Send anyway” next to the file.',
    },
  },
  'file.conflict-copy': {
    message:
      'A sync program made this copy because two computers had changed the same file, so the copy was not sent. The other version keeps the original name.',
    next: 'Compare the two versions. If this copy is a document of its own, press “Send anyway” next to the file; otherwise press “Leave out”.',
    command:
      'Compare the two versions. If this copy is a document of its own: clearfolder decide NUMBER send. Otherwise: clearfolder decide NUMBER leave-out.',
  },
  'file.unreadable': {
    message: 'Clearfolder cannot open the file[ ({detail})], so it was not sent.',
    next: 'If another program uses the file, close that program. Otherwise ask your administrator for permission to read the file. Clearfolder retries automatically.',
    drop: {
      next: 'If another program uses the file, close that program. Otherwise ask your administrator for permission to read the file. Then add the file again.',
    },
  },
  'file.changing': {
    message: 'The file has kept changing for minutes, so it was not sent yet.',
    next: 'If another program is still writing the file, do nothing: Clearfolder sends the file when the file no longer changes. Otherwise ask your IT department which program changes the file.',
    drop: {
      message: 'The file changed while Clearfolder read it, so it was not sent.',
      next: 'Wait until the file is complete, then add the file again.',
    },
  },
  'file.broken-off': {
    message: 'The file did not reach Clearfolder completely[ ({detail})], so it was not sent.',
    next: 'Add the file again.',
  },
  'file.backlog': {
    message:
      'The file was already in the folder when you added the folder, so the file waits for your decision.',
    ...WAITS_FOR_DECISION,
  },
  'file.backlog-doubt': {
    message:
      'The file may have been sent already, so the file waits for your decision: the file was in the folder while the record of sent files on this computer was missing or incomplete[, on {detail}].',
    ...WAITS_FOR_DECISION,
  },
  'file.backlog-left-out': {
    message:
      'The file looks the same as a file that you chose not to send, so the file waits for your decision.',
    ...WAITS_FOR_DECISION,
  },
  'file.backlog-again': {
    message:
      'The file looks the same as an earlier file of this folder that did not become a Task, so the file waits for your decision.',
    ...WAITS_FOR_DECISION,
  },
  'file.backlog-later': {
    message:
      'The file lay in the folder before Clearfolder was able to send it. Clearfolder does not send such a file by itself, so the file waits for your decision.',
    ...WAITS_FOR_DECISION,
  },
  'file.grown': {
    message:
      'This file begins with a document that was already sent under the same name. The sent document was probably only a part of this file[ (size sent → size now: {detail})]. Clearfolder did not send this file, so the file waits for your decision.',
    next: 'Send the whole file as a new Task, or leave the file out if the sent document was complete.',
  },
  'file.written-after-move': {
    message:
      'A program changed this file after Clearfolder had sent the file and moved it[ (size sent → size now: {detail})]. The sent document was probably not complete. Clearfolder moved the file back, did not send it again, and the file waits for your decision.',
    next: 'Compare the file with the Task. Send the file as a new Task, or leave the file out if the sent document was complete.',
  },
  'file.late-for-group': {
    message:
      'The other files of this group had already been sent as a Task when this file came, so this file was not sent.',
    next: 'Press one of the buttons next to the file. “Send as a new Task” makes a separate Task of the file. “Add to the waiting Task” adds the file to the Task of the group, and appears only while that Task is waiting. “Leave out” does not send the file.',
    command:
      'To make a separate Task of the file: clearfolder decide NUMBER send. To add the file to the Task of the group, while that Task is waiting: clearfolder decide NUMBER answer:TASK. To leave the file out: clearfolder decide NUMBER leave-out.',
  },
  'file.late-for-refused': {
    message:
      'The other files of this group had already been rejected when this file came, so the group did not become a Task. Clearfolder did not send this file without the group.',
    next: 'You can send the whole group again, or decide about this file only. To send the whole group again, first leave out the rejected documents in the outbox, which closes only the earlier attempt. Then, if the folder groups files by their names, rename all files of the group: in every name, replace the shared part (such as 4711) with the same new text (such as 4711b). If the folder groups files by subfolders, copy all files of the group into a new subfolder. To decide about this file only, send the file as a new Task, or leave the file out.',
  },
  'file.late-for-kept-back': {
    message:
      'When this file came, the other files of this group had already been left out, or were duplicates of documents that were sent before. Clearfolder did not send this file without the group.',
    next: 'You can send the whole group, or decide about this file only. To send the whole group from a folder that groups files by their names, rename all files of the group: in every name, replace the shared part (such as 4711) with the same new text (such as 4711b). If the folder groups files by subfolders, copy all files of the group into a new subfolder. To decide about this file only, send the file as a new Task, or leave the file out.',
  },
  'file.answer-late': {
    message: 'The file is in the answer folder of a Task that no longer waits, so the file was not sent.',
    next: 'Check the result of the Task. If the document still matters, send the file as a new Task. Otherwise leave the file out.',
  },
  'file.outside-answers': {
    message:
      'This file lies among the answer folders, but not in the folder of a Task that Clearfolder knows, so the file was not sent. The file lies beside the answer folders, or a person renamed, moved or copied an answer folder or the folder that holds the answer folders.',
    next: 'Move the file into the answer folder of its Task. The name of an answer folder ends with an ID such as 1f0a77c2-9b3e10; the screen Waiting shows the folder of each Task. To send the file as a Task of its own, press “Send as a new Task”. Otherwise leave the file out.',
    command:
      'Move the file into the answer folder of its Task: the name of the folder ends with an ID such as 1f0a77c2-9b3e10. To add the file to a waiting Task: clearfolder decide NUMBER answer:TASK. To send the file as a Task of its own: clearfolder decide NUMBER send. Otherwise: clearfolder decide NUMBER leave-out.',
  },
  'file.outside-groups': {
    message:
      'Each subfolder of this folder becomes one Task, but this file is not in a subfolder, so it was not sent.',
    next: 'Move the file into the subfolder of its patient.',
  },
  'file.no-group-key': {
    message:
      'In this folder, files with a shared part in their names become one Task. The name of this file does not have such a part, so the file was not sent.',
    next: 'Give the file a name like the names of the other files in the folder. Or change under Folders what becomes one Task.',
  },
  'file.group-held': {
    message: 'Another file of the same group is on hold, so the group was not sent.',
    next: 'First do what Clearfolder says about the other file. Clearfolder then sends the group.',
    drop: { next: 'First correct the other file. Then add all files again.' },
  },
  'file.vanished': {
    message: 'The file was removed before it was sent.',
    next: 'You do not need to do anything if you wanted to remove the file. Otherwise put the file back into the folder.',
    drop: {
      next: 'You do not need to do anything if you wanted to remove the file. Otherwise add the file again.',
    },
  },
  'file.left-out': {
    message: 'You decided not to send this file.',
    next: 'Nothing. To send the file after all, add the file by hand.',
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
  'file.sent-elsewhere': {
    message:
      'Another station[ ({detail})] sent the same document, or will soon send it, so this station did not send the file.',
    next: 'Nothing. To send the file again, press “Send anyway” next to the file.',
  },
  'file.duplicate-waits': {
    message: 'The same document is already in the outbox, so this file was not added a second time.',
    next: 'Nothing. To send this file too, press “Send anyway” next to the file.',
    command: 'Nothing. To send this file too: clearfolder decide NUMBER send-anyway.',
  },
  'file.in-other-group': {
    message:
      'Every document of this group was sent before or is in the outbox, but not as this group[: for example, a document belongs to the group {detail}]. The documents may be of another patient, so this group was not sent and waits for your decision.',
    next: 'Check the patient. If this group needs a Task of its own, press “Send as a new Task” next to one file of the group: this sends the whole group. If the documents are already in the right Task, press “Leave out” next to each file of the group.',
    command:
      'Check the patient. If this group needs a Task of its own, give the number of one file of the group, which sends the whole group: clearfolder decide NUMBER send. If the documents are already in the right Task, leave out each file of the group: clearfolder decide NUMBER leave-out.',
  },
  'file.duplicate-refused': {
    message:
      'An earlier file with the same document was rejected, so the document did not become a Task. This file was not sent either. The outbox shows the reason.',
    next: 'Open the outbox and do what it says about the earlier file. To send this file as a new Task, press “Send anyway” next to this file.',
    command:
      'To see the reason: clearfolder outbox. To send this file as a new Task: clearfolder decide NUMBER send-anyway.',
  },
  'file.duplicate-withdrawn': {
    message:
      'In the outbox, a person decided to leave the same document out, so this file was not sent either. The file needs your decision.',
    next: 'Press “Send as a new Task” or “Leave out” next to the file.',
    command:
      'To send the file as a new Task: clearfolder decide NUMBER send. To leave the file out: clearfolder decide NUMBER leave-out.',
  },
  'file.perhaps-sent': {
    message:
      'This document may have been sent before, so this file was not sent again. Clearfolder cannot be sure, because the service gave no clear answer when the document was sent, or the service no longer has the Task that was made from the document.',
    next: 'Look at the service for a Task that has this document. If there is no such Task, press “Send anyway” or “Send as a new Task” next to the file. If the file has neither button, add the file again. If there is a Task, the file does not have to be sent: if the file has the button “Leave out”, press this button.',
    command:
      'Look at the service for a Task that has this document. If there is no such Task, send the file with: clearfolder decide NUMBER send. If the state of the file is "duplicate", use send-anyway in place of send. If there is a Task, the file does not have to be sent. If the state of the file is "held", remove the file from the list of held files with: clearfolder decide NUMBER leave-out.',
  },
  'file.at-service': {
    message:
      'A Task of your organization may have this document[ ({detail})], so this file was not sent. The record of what was sent does not say that this station sent the document: the record was lost or restored, or another station sent the document.',
    next: 'Look at the Task at the service. If the Task has the document, press “Leave out” next to the file. Otherwise press “Send anyway” or “Send as a new Task”.',
    command:
      'Look at the service for a Task that has this document. If there is no such Task, send the file with: clearfolder decide NUMBER send. If the state of the file is "duplicate", use send-anyway in place of send. If there is a Task, the file does not have to be sent. If the state of the file is "held", remove the file from the list of held files with: clearfolder decide NUMBER leave-out.',
  },
  'file.claimed-elsewhere': {
    message:
      'A document of this group is also in a group of another station, together with other files. The other station has sent its group as a Task, or will soon send its group, so this station did not send this group.',
    next: 'Look at the service for a Task that has documents of this group. If there is no such Task, press “Send as a new Task” next to one file of the group: this sends the whole group. If there is a Task, add the missing documents to that Task, and press “Leave out” next to each file of the group.',
  },
  'file.taken-back': {
    message:
      'Another station[ ({detail})] left out this document, so this station did not send the document either.',
    next: 'You do not need to do anything if the document was meant to be left out. To send the document anyway, press “Send as a new Task” next to the file.',
    command:
      'You do not need to do anything if the document was meant to be left out. To send the document anyway: clearfolder decide NUMBER send.',
  },
  'file.other-organisation': {
    message:
      'Another station, which may belong to a different organization, has recorded that it sends this document. The document must not go to two organizations, so this station did not send the document.',
    next: 'Ask your colleagues which station should send this document. If this station should send the document, press “Send as a new Task” next to the file. Otherwise press “Leave out”.',
    command:
      'Ask your colleagues which station should send this document. If this station should send the document: clearfolder decide NUMBER send. Otherwise: clearfolder decide NUMBER leave-out.',
  },
  'file.other-environment': {
    message:
      'Another station sends this document to another environment[ ("{detail}")], so the document did not go to the environment of this station.',
    next: 'If the document belongs to this environment too, press “Send as a new Task” next to the file. Otherwise press “Leave out”. If both environments are the same service, give the environment the same name in the settings of all stations.',
    command:
      'If the document belongs to this environment too: clearfolder decide NUMBER send. Otherwise: clearfolder decide NUMBER leave-out. If both environments are the same service, give the environment the same name in the settings of all stations.',
  },
  'file.too-much-text': {
    message:
      'The text and JSON documents of this Task are larger than 48 MB together. One Task cannot have more, so nothing was sent.',
    next: 'If the Task has only one document, replace the document with several smaller files: Clearfolder then sends these files. If the Task has several documents, move some of the text or JSON documents out of the folder. Then press “Send as a new Task” next to one of the remaining documents: Clearfolder sends all remaining documents as one Task.',
    command:
      'If the Task has only one document, replace the document with several smaller files: Clearfolder then sends these files. If the Task has several documents, move some of the text or JSON documents out of the folder. Then send all remaining documents as one Task. For this, give the number of one of them: clearfolder decide NUMBER send.',
    drop: {
      next: 'Split the document into smaller files and add these files, or send fewer documents as one Task.',
    },
  },
  'spool.full': {
    message:
      'Clearfolder copies each document before it sends the document. The copy of this document could not be written[ ({detail})], so the document was not sent.',
    next: 'Free some space on the disk of this computer, or ask your IT department to check the disk. Clearfolder retries automatically.',
    drop: {
      next: 'Free some space on the disk of this computer, or ask your IT department to check the disk. Then add the document again.',
    },
  },
  'spool.missing': {
    message:
      'Clearfolder made a copy of the document in order to send it. This copy is missing or damaged, so the document was not sent.',
    next: 'Put the document into its folder again.',
    drop: { next: 'Add the document again.' },
    answer: {
      message:
        'Clearfolder made a copy of each document of this answer in order to send it. A copy is missing or damaged, so Clearfolder cannot send the whole answer. A part of the answer may have been sent.',
      next: 'Open the Task. If the Task is still waiting, answer again with the documents and data that the Task does not have yet.',
    },
  },
  'spool.unread': {
    message:
      'Clearfolder could not read its copy of the document while it sent the document, so the service did not receive the whole document. The copy is not damaged.',
    next: 'Nothing: Clearfolder retries automatically. If the problem lasts, ask your IT department to check the disk of this computer.',
  },
  'ledger.restored': {
    message:
      'The record of what was sent was restored from an older copy. This item may have been sent after that copy was made.',
    next: 'Usually nothing: Clearfolder asks the service before it sends the item again. If this item is a change of a Task and the outbox shows it as Rejected, open the Task. If your change is still right, retry the change in the outbox.',
  },
  'ledger.behind': {
    message:
      'The service has Tasks of this station[ (number: {detail})] that the record of what was sent on this computer lacked. Probably somebody restored an older copy of the disk. Clearfolder added these Tasks to the record. The files in the folders wait for your decision, so that nothing is sent twice.',
    next: 'Press “Decide…” for each folder, here or under Folders. If you choose to send the files, Clearfolder leaves out each document that it found at the service. If nobody restored a disk, perhaps another computer runs with a copy of the disk of this computer: ask your IT department.',
    command: WAITS_FOR_DECISION.command,
  },
  'ledger.none': {
    message:
      'This station has no record of earlier documents: Clearfolder is new on this computer, or its record was lost. The organization has more Tasks than Clearfolder compares with your files[ (at most {detail})]. The files that lie in the folders wait, so that nothing is sent twice.',
    next: 'Press “Decide…” for each folder, here or under Folders. Send the files only if nobody sent them before.',
    command: WAITS_FOR_DECISION.command,
  },
  'engine.fault': {
    message:
      'Clearfolder had an internal error with this item[ ({detail})]. Nothing is lost, and everything else continues.',
    next: 'Nothing: Clearfolder retries automatically. If the problem lasts, send this message to your administrator.',
  },
  'station.other': {
    message:
      'Several stations share the folder of this document, and one station at a time sends the documents. At the moment another station sends the documents, or this station cannot reach the folder. The document therefore waits here.',
    next: 'Nothing at first: this station continues automatically when the other station stops and this station can reach the folder. If the document still waits after a day, check that the other station has not sent the document and will not send it. Then retry here: Clearfolder asks the service before it sends the document. If the document was sent in another way, withdraw the document here.',
  },
  'station.away': {
    message:
      'This station cannot reach the database of the stations, which records the sender of each document[ ({detail})]. New documents from shared folders wait. Documents that you add by hand still go out.',
    next: 'Nothing at first: this station continues automatically when it reaches the database. If the problem lasts, ask your administrator to check the connection of this computer to the database.',
  },
  'station.refused': {
    message:
      'The database of the stations records which station sends each document. This database does not accept this station[ ({detail})]. New documents from shared folders wait. Documents that you add by hand still go out.',
    next: 'Ask your administrator to set the password of the database and the passphrase of the stations on this computer.',
  },
  'station.put-back': {
    message:
      'The database of the stations records which station sends each document. This database was restored from an older copy. Each station must record its documents again.[ These stations have not done so yet: {detail}.] Until all stations have done so, new documents from shared folders wait, so that nothing is sent twice.',
    next: 'Start Clearfolder on each station that has not recorded its documents again. For a station that no longer exists, ask your administrator to remove it from the database (see “A restored database” in the manual for IT staff).',
  },
  'station.gone': {
    message:
      'The folder of these documents is no longer watched and cannot be reached. Another station that shares the folder may have sent the documents, or may still send them, so the documents wait here.',
    next: 'Connect the network drive of the folder again: Clearfolder then continues automatically. If the folder no longer exists, make sure that no other station will send the documents. Then retry each document: Clearfolder asks the service before it sends a document. If a document was sent in another way, withdraw the document here.',
  },
  'station.asks': {
    message:
      'Clearfolder cannot be sure that no other station sends this document. Either this station cannot write into the folder of the document, or a station of another service or organization uses the folder or used it before. The document waits until a person confirms that no other station uses the folder.',
    next: 'If no other station uses the folder, confirm this under Folders: Clearfolder then continues. If the folder is not listed under Folders, add the folder first. If the document was sent in another way, withdraw the document in the outbox.',
  },
  'station.perhaps': {
    message: 'Another station handled this folder for a while and may have sent these documents.',
    next: 'Nothing: Clearfolder asks the service first, and sends the documents only if the service does not have them.',
  },
  'station.untold': {
    message:
      'This item was left out, so this station does not send the item. If another station shares the folder, the other station may not know that the item was left out: it may have sent the item, or may still send the item.',
    next: 'If no other station shares the folder, do nothing. Otherwise leave out the item on the other station too, because Clearfolder cannot make sure that the other station knows that the item was left out.',
  },
  'folder.read-only': {
    message:
      'Clearfolder cannot write into this folder[ ({detail})], so this station cannot tell other stations which documents it sends. Another station could send the same documents, so the documents in this folder wait.',
    next: 'If no other station uses this folder, confirm this under Folders. Otherwise ask your administrator to give your computer account the right to write into the folder.',
    command:
      'If no other station uses this folder, confirm this with: clearfolder no-other-station FOLDER. Otherwise give the account that runs Clearfolder the right to write into the folder.',
  },
  'folder.left-by-other': {
    message:
      'Another station, which belongs to a different service or organization, sent documents from this folder before. That station is not active now.[ Its name is {detail}.] The documents in this folder may belong to the other service or organization, so they wait.',
    next: 'If the other station will not use this folder again, confirm under Folders that no other station uses the folder. Otherwise stop watching the folder on this station.',
    command:
      'If the other station will not use this folder again, confirm this with: clearfolder no-other-station FOLDER. Otherwise remove the folder from "folders" in the settings of this station.',
  },
  'folder.other-account': {
    message:
      'Another station sends the documents of this folder to another environment or organization.[ The other station is {detail}.] Nobody sends these documents to the environment of this station, so they wait here.',
    next: 'If the documents belong to the environment of the other station, stop watching the folder on this station. If the documents belong here, stop watching the folder on the other station; then confirm under Folders that no other station uses the folder. If both environments are the same service, give the environment the same name in the settings of both stations.',
    command:
      'If the documents belong to the environment of the other station, remove the folder from "folders" in the settings of this station. If the documents belong here, remove the folder from the settings of the other station; then type: clearfolder no-other-station FOLDER. If both environments are the same service, give the environment the same name in the settings of both stations.',
  },
  'folder.in-files': {
    message:
      'The stations that share this folder are set up differently: the others use files in the folder to keep track of who sends which document, and this station uses a database.[ The station that sends now is {detail}.] This station sends nothing from the folder, so that no document is sent twice.',
    next: 'Ask your administrator to move the folder to the database (see “Move a folder to the database, and back” in the manual for IT staff). Until then, the other stations send its documents.',
  },
  'folder.in-database': {
    message:
      'The stations that share this folder use a database to keep track of who sends which document, and this station does not use that database.[ ({detail})] This station sends nothing from the folder, so that no document is sent twice. The other stations send the documents.',
    next: 'Ask your administrator to enter the database of the stations in the settings of this computer.',
  },
  'folder.moving': {
    message:
      'An administrator is changing how the stations agree who sends each document of this folder. Until this change is complete, no station sends documents from the folder. No document is lost or sent twice.',
    next: 'Nothing at first. If this message is still here after ten minutes, ask your administrator to complete the change (see “Move a folder to the database, and back” in the manual for IT staff).',
  },
  'submission.at-service': {
    message:
      'A Task that this station sent already has these documents[ ({detail})], so they were not sent again. When the documents were added, the record of what was sent was older than the truth and did not know that Task.',
    next: 'Open the Task. If the documents belong to that Task, leave this item out. If the documents need a Task of their own, press “Retry”.',
    command:
      'Look at the Task. If the documents belong to that Task: clearfolder withdraw SUBMISSION. If the documents need a Task of their own: clearfolder retry SUBMISSION.',
  },
  'submission.perhaps-sent': {
    message:
      'These documents were left out, so this station no longer sends them. But the documents may already be a Task at the service, because Clearfolder could not find out whether the service received them.',
    next: 'Look at the service for a Task of these documents. If there is such a Task, work with that Task. If there is no such Task and you still need to send the documents, add the documents again.',
  },
  'folder.unmoved': {
    message:
      'Some sent files of this folder could not be moved to "Sent (Clearfolder)"[: {detail}]. Clearfolder does not send these files again and retries the move automatically.',
    next: 'Let your computer account write into the folder, or edit the folder and leave files in place.',
  },
  'folder.answers-unkept': {
    message:
      'Clearfolder could not keep the answer folders of this folder[ {detail}] and retries automatically. Documents of the folder still go out.',
    next: 'Answer waiting Tasks in the app. Let your computer account write into the folder, or edit the folder and switch answer folders off.',
  },
  'folder.twice': {
    message:
      'This folder is the same as another watched folder, at a second path[: {detail}]. Its documents are sent from the other folder, so they wait here.',
    next: 'Stop watching one of the two folders.',
    command: 'Remove one of the two folders from "folders" in the settings of this station.',
  },
  'folder.full': {
    message:
      'The drive of this folder is full or read-only[ {detail}], so Clearfolder cannot record in the folder that this station sends its documents. The documents of this folder wait. The disk of this computer is not the cause.',
    next: 'Free some space on the drive of the folder, or ask your IT department to check the drive. Clearfolder retries automatically.',
  },
  'folder.missing': {
    message:
      'Clearfolder cannot reach the folder, so new files in the folder are not sent. Clearfolder does not count the files in the folder as removed.',
    next: 'Check that the folder exists and that the network drive is connected. Clearfolder then continues automatically.',
  },
  'folder.emptied': {
    message:
      'The folder is suddenly empty. Perhaps a network drive is not connected. Clearfolder does not count the missing files as removed.',
    next: 'Check that the network drive is connected. Clearfolder then continues automatically.',
  },
  'folder.silent': {
    message:
      'The folder, or a file in the folder, has not responded for more than two minutes. Until the folder responds, Clearfolder may not find new files in the folder, and documents from the folder may have to wait.',
    next: 'Check that the network drive is connected. If the drive is connected, ask your IT department why the drive does not respond. Clearfolder continues automatically when the folder responds.',
  },
  'copies.unreachable': {
    message:
      'Clearfolder could not save a backup copy in the folder for backup copies[ ({detail})]. Clearfolder still sends and checks documents, and still makes backup copies on this computer.',
    next: 'Check that the folder for backup copies exists, that its network drive is connected and has free space, and that your computer account may write into the folder. The entry "copies" in the settings file says which folder this is. Clearfolder retries every 15 minutes.',
  },
  'copies.other-place': {
    message:
      'The earlier backup copies are missing from the folder for backup copies. Perhaps a network drive is not connected. Clearfolder therefore saved no new copy there. Clearfolder still sends and checks documents.',
    next: 'Connect the network drive. If somebody moved the copies on purpose, change the entry "copies" in the settings file to the new folder.',
  },
  'copies.in-folder': {
    message:
      'The folder for backup copies is inside a watched folder, where Clearfolder would send a copy as a document. Clearfolder therefore saved no backup copy.',
    next: 'In the settings file, change the entry "copies" to a folder that is not inside a watched folder.',
  },
  'ledger.unwritable': {
    message:
      'Clearfolder cannot write the record of what was sent[ ({detail})], for example because the disk is full or read-only. Nothing is sent meanwhile. New documents wait in their folders, and no document is lost.',
    next: 'Free some space on the disk of this computer, or ask your administrator to check the disk. Clearfolder tries again at least once a minute and then continues.',
  },
  'clock.wrong': {
    message:
      'The clock of this computer differs from the clock of the service by more than two minutes. No document is lost, but Clearfolder may show wrong times, and deletes no old details meanwhile.',
    next: 'Turn on automatic time in the settings of the operating system, or ask your administrator to do so.',
  },
  'callbacks.off': {
    message:
      'The settings ask the service for callbacks, but the service has callbacks turned off for your organization. Results still arrive, because Clearfolder asks the service for them.',
    next: 'Ask the people who run the service to turn callbacks on. Or remove the callback address of each folder from the settings, and the address at which Clearfolder listens.',
  },
  'callbacks.cannot-listen': {
    message:
      'Clearfolder cannot receive callbacks[ at {detail}]. Callbacks are the notices with which the service announces new results. Probably another program on this computer uses the same port. Results still arrive, because Clearfolder also asks the service for them.',
    next: 'Ask your administrator to change the port in the callback address in the settings, or to delete the address if nobody needs callbacks. You can work on meanwhile.',
  },
} as const satisfies Record<string, ProblemText>;
