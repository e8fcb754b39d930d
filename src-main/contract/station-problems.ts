import type { ProblemText } from './problem-text.ts';

/** Why a file, a folder or this station itself is not simply going on. */
export const STATION_PROBLEMS = {
  'file.empty': {
    message: 'The file is empty, so it was not sent.',
    next: 'If the file is still being written, nothing: it goes out by itself once it is complete. Otherwise scan or export it again.',
    drop: { next: 'Scan or export it again, then add it again.' },
  },
  'file.unfinished': {
    message: 'The file looks unfinished: its end is missing, so it was not sent.',
    next: 'If the file is still being written, nothing: it goes out by itself once it is complete. Otherwise scan or export it again.',
    drop: { next: 'Scan or export it again, then add it again.' },
  },
  'file.unreadable': {
    message: 'The file cannot be opened for reading[ ({detail})], so it was not sent.',
    next: 'Close the program that holds it, or let somebody change its permissions. Clearfolder keeps trying.',
    drop: {
      next: 'Close the program that holds it, or let somebody change its permissions; then add it again.',
    },
  },
  'file.changing': {
    message: 'The file kept changing while it was read, so it was not sent yet.',
    next: 'Nothing: it goes out by itself once it stays still.',
    drop: { next: 'Add it again once it is finished.' },
  },
  'file.broken-off': {
    message: 'The file did not arrive whole[ ({detail})], so it was not sent.',
    next: 'Add it again.',
  },
  'file.backlog': {
    message:
      'The file was already in the folder when the folder was set up, or looks like one that was not to be sent[, or was there when the record of what was sent went back to an older copy or began anew ({detail}): then it may have been sent already]. It waits for your decision.',
    next: 'Decide about all of them on Folders: send them, leave them out, or send only those from a day on.',
    command:
      'Decide about all of them with: clearfolder backlog FOLDER send (or skip, or a date: that day and newer are sent).',
  },
  'file.late-for-group': {
    message: 'The file came after its group had been sent, so it was not sent.',
    next: 'Open the files of its folder and decide: send it as a new Task, give it to the waiting Task, or leave it out.',
    command:
      'Decide with: clearfolder decide NUMBER send (as a new Task), answer:TASK (give it to the waiting Task), or leave-out.',
  },
  'file.late-for-refused': {
    message:
      'The file came after its group had been refused. No Task came of the group, so the file was not sent alone.',
    next: 'To send the group with this file, take the refused documents back and copy all documents of the group into a new subfolder (or give them a new key in their names). Or decide that the file becomes a Task of its own, or is left out.',
  },
  'file.late-for-kept-back': {
    message:
      'The file came after the other documents of its group had been taken back, or had turned out to be sent before. So the file was not sent alone.',
    next: 'To send the group with this file, copy all documents of the group into a new subfolder (or give them a new key in their names). Or decide that the file becomes a Task of its own, or is left out.',
  },
  'file.outside-groups': {
    message: 'The folder makes one Task of each subfolder, and this file lies in none, so it was not sent.',
    next: 'Move it into the subfolder of its patient.',
  },
  'file.no-group-key': {
    message: "The file's name does not hold the key that this folder groups by, so it was not sent.",
    next: 'Rename the file, or change how its folder groups files.',
  },
  'file.group-held': {
    message: 'Another file of the same group is held, so the group was not sent.',
    next: 'See to the other file first; the group then goes out by itself.',
    drop: { next: 'See to the other file first, then add all of them again.' },
  },
  'file.vanished': {
    message: 'The file was removed before it was sent.',
    next: 'Nothing, if that was meant. Otherwise put it back.',
    drop: { next: 'Nothing, if that was meant. Otherwise add it again.' },
  },
  'file.left-out': {
    message: 'You decided not to send this file.',
    next: 'Nothing.',
  },
  'file.given-again': {
    message: 'The file was added again, so this entry waits for nothing any more.',
    next: 'Nothing: the newer entry of the file says what became of it.',
  },
  'file.duplicate': {
    message: 'The same document has been sent before, so it was not sent again.',
    next: 'Nothing. To send it all the same, press “Send anyway” beside it.',
    command: 'Nothing. To send it all the same: clearfolder decide NUMBER send-anyway.',
  },
  'file.duplicate-waits': {
    message:
      'The same document is in the outbox already and waits to be sent, so it was not queued a second time.',
    next: 'Nothing. To send it all the same, press “Send anyway” beside it.',
    command: 'Nothing. To send it all the same: clearfolder decide NUMBER send-anyway.',
  },
  'file.duplicate-refused': {
    message:
      'The same document came before, but no Task came of it: the outbox says why. This one was not sent either.',
    next: 'See to that one, in the outbox. To send this one as a new Task, choose to send it anyway, beside it.',
    command:
      'See to that one: clearfolder outbox. To send this one as a new Task: clearfolder decide NUMBER send-anyway.',
  },
  'file.duplicate-withdrawn': {
    message:
      'The same document was taken back in the outbox, so this one was not sent either. It waits for your decision.',
    next: 'Open the file and press “Send as a new Task” or “Leave out”.',
    command: 'Decide with: clearfolder decide NUMBER send, or leave-out.',
  },
  'file.perhaps-sent': {
    message:
      'The same document may already be a Task: it was sent or refused before, and no answer proved that the service did not take it, or the service does not have its Task any more. So this one was not sent.',
    next: 'Look for a Task of the document at the service. If there is none, choose to send this one anyway. If there is one, this document needs nothing more.',
    command:
      'Look for a Task of the document at the service. If there is none, send the file: clearfolder decide NUMBER send (a duplicate: send-anyway). If there is one, the file needs nothing; a held file goes off this list with: clearfolder decide NUMBER leave-out.',
    drop: {
      next: 'Look for a Task of the document at the service. If there is none, choose to send duplicates too.',
    },
  },
  'file.claimed-elsewhere': {
    message:
      'Another station has its claim on a document of this group: that station sent the document in a Task, or was about to. The group is not as that station had it, so it was not sent from here.',
    next: 'Look for a Task of the group at the service. If there is none, decide that the files are sent. If there is one, give the new documents to that Task, and leave out the others.',
  },
  'file.taken-back': {
    message: 'Another station[ ({detail})] took this document back, so it was not sent from here either.',
    next: 'Nothing, if that was meant. To send it all the same, open the file and choose to send it.',
    command: 'Nothing, if that was meant. To send it all the same: clearfolder decide NUMBER send.',
  },
  'file.other-organisation': {
    message:
      'A station that is not known to be of your organisation has its claim on this document: it may have sent the document to another organisation. So the document was not sent from here.',
    next: 'Ask whose document this is. If the document is yours to send, open the file and choose to send it.',
    command: 'Ask whose document this is. If the document is yours to send: clearfolder decide NUMBER send.',
  },
  'file.too-much-text': {
    message:
      'The text and JSON documents come to more than 48 MB, which one Task cannot carry: the service repeats them in every answer about it. So nothing was sent.',
    next: 'Split the document; its parts go out by themselves. Of a group, take some documents out, then open one of the rest and choose to send it: they go together.',
    command:
      'Split the document; its parts go out by themselves. Of a group, take some documents out, then decide about one of the rest with: clearfolder decide NUMBER send (they go together).',
    drop: { next: 'Split the document, or send fewer of them as one Task: add the parts again.' },
  },
  'spool.full': {
    message: 'The private copy of the document could not be written[ ({detail})], so it was not sent.',
    next: 'Free some space on the disk of this computer, or have it checked. Clearfolder keeps trying.',
    drop: { next: 'Free some space on the disk of this computer, or have it checked; then add it again.' },
  },
  'spool.missing': {
    message: 'The private copy of the document is gone or damaged, so it was not sent.',
    next: 'Put the document into its folder again.',
    drop: { next: 'Add the document again.' },
    answer: {
      message:
        'The private copy of a document of this answer is gone or damaged, so Clearfolder cannot send the rest of the answer.',
      next: 'Look at the Task. If it still waits, answer it again with the documents that it lacks.',
    },
  },
  'spool.unread': {
    message:
      'The private copy of the document could not be read while it was sent, so the request was ended before the service had all of it. The copy itself is whole.',
    next: 'Nothing: Clearfolder tries again by itself. If this lasts, have the disk of this computer checked.',
  },
  'ledger.restored': {
    message:
      'The record of what was sent was put back from an older copy, so this may have been sent already without the record knowing.',
    next: 'Nothing, while it is being checked: Clearfolder asks the service before it sends anything again. What was refused for this reason waits for you: look at the Task, then try again.',
  },
  'engine.fault': {
    message:
      'Clearfolder itself failed while it handled this[ ({detail})]. Nothing was lost, and everything else goes on.',
    next: 'Nothing: it is tried again by itself. If this lasts, tell your administrator these words.',
  },
  'station.other': {
    message:
      'Another station shares this folder. While that one has it, or while it cannot be reached from here, nothing is sent from here.',
    next: 'Nothing at first: this station takes over by itself when the other stops. What still waits after a day, the other station may not have: make sure that it neither sent it nor has it to send, then try it again: the service is asked first. Or take back what went out another way.',
  },
  'station.gone': {
    message:
      'The folder of these documents has no rule any more and cannot be reached. Another station that shares it may send them, or have sent them, so nothing is sent from here.',
    next: 'Connect the folder again, and they go on by themselves. If it is gone for good, make sure that no other station has them to send, then try each again: the service is asked first. Or take back what went out another way.',
  },
  'station.asks': {
    message:
      'Nobody has said yet that no other station uses the folder of this document: this station cannot leave a mark there, or a station of another account left one. Another station may send the document, so it waits.',
    next: 'If no other station uses the folder, say so for this folder; the document goes on by itself then. If the folder has no rule any more, watch the folder again and say so then. Or take back what went out another way.',
  },
  'station.perhaps': {
    message: 'Another station had this folder for a while and may have sent these documents.',
    next: 'Nothing: the service is asked first, and they go from here only if it does not have them.',
  },
  'station.untold': {
    message:
      'It is not sent from here. If another station shares its folder, that one may not know that it was taken back: it may have sent it, or may send it.',
    next: 'Nothing, if no other station has the folder: it is told once the folder can be reached. Otherwise take it back there too, if it must not go out.',
  },
  'folder.read-only': {
    message:
      'Clearfolder may not write into this folder, so this station cannot tell other stations what it sends. The documents in the folder are held, because two stations could send them twice.[ ({detail})]',
    next: 'If no other station uses this folder, confirm that under Folders. Otherwise have this account allowed to write into the folder.',
    command:
      'If no other station uses this folder: clearfolder no-other-station FOLDER. Otherwise let this account write into the folder.',
  },
  'folder.left-by-other': {
    message:
      'A station of another environment or organisation sent from this folder before and has stopped. The documents in the folder are held, because they may belong to that organisation.[ ({detail})]',
    next: 'If that station does not use this folder any more, confirm that under Folders. Otherwise stop watching the folder here.',
    command:
      "If that station does not use this folder any more: clearfolder no-other-station FOLDER. Otherwise remove this folder's rule here.",
  },
  'submission.perhaps-sent': {
    message:
      'This was taken back, so nothing more of it is sent from here. The documents may already be a Task: no answer proved that the service did not take them.',
    next: 'Look for a Task of these documents at the service. If there is one, deal with the Task there. If there is none and the documents are still needed, put them in again.',
  },
  'folder.missing': {
    message:
      'The folder cannot be reached, so new files in it are not sent. Nothing was recorded as removed.',
    next: 'Check that it exists and that the network drive is connected. It is taken up again by itself.',
  },
  'folder.emptied': {
    message:
      'The folder is suddenly empty. Perhaps a network drive is not connected; nothing was recorded as removed.',
    next: 'Check the drive. It is taken up again by itself.',
  },
  'folder.silent': {
    message:
      'The folder, or something in it, has not answered for more than two minutes. Until it does, new files in it may not be found, and documents that are already there may wait.',
    next: 'Check that the network drive is connected, and ask whoever looks after it whether it hangs. It goes on by itself as soon as the folder answers.',
  },
  'copies.unreachable': {
    message:
      'No copy of the record of what was sent could be written to the folder that the settings name[ ({detail})]. Documents go on being sent and checked; the copies in the data folder are made as before.',
    next: 'Check that the folder exists, that the network drive is connected and has room, and that this account may write there. The copy is tried again every quarter of an hour.',
  },
  'copies.other-place': {
    message:
      'The folder for copies of the record of what was sent holds none of the copies that were made there before. Perhaps a network drive is not connected, so no copy was written there. Documents go on being sent and checked.',
    next: 'Connect the drive. If the copies were moved away on purpose, name another folder under "copies" in the settings file.',
  },
  'copies.in-folder': {
    message:
      'The folder for copies of the record of what was sent lies in a watched folder, so a copy would be sent as a document. No copy was written there.',
    next: 'Name a folder that is not watched under "copies" in the settings file.',
  },
} as const satisfies Record<string, ProblemText>;
