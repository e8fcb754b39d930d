import type { ProblemText } from './problem-text.ts';

/** Why a file, a folder or this station itself is not simply going on. */
export const STATION_PROBLEMS = {
  'file.empty': {
    message: 'The file is empty, so it was not sent.',
    next: 'Nothing, if it is still being written: it goes out by itself once it is complete. Otherwise scan or export it again.',
  },
  'file.unfinished': {
    message: 'The file looks unfinished: its end is missing, so it was not sent.',
    next: 'Nothing, if it is still being written. Otherwise scan or export it again; it goes out by itself once it is complete.',
  },
  'file.unreadable': {
    message: 'The file cannot be opened for reading[ ({detail})], so it was not sent.',
    next: 'Close the program that holds it, or let somebody change its permissions. Clearfolder keeps trying.',
  },
  'file.changing': {
    message: 'The file kept changing while it was read, so it was not sent yet.',
    next: 'Nothing: it goes out by itself once it stays still.',
  },
  'file.broken-off': {
    message: 'The file did not arrive whole[ ({detail})], so it was not sent.',
    next: 'Add it again.',
  },
  'file.backlog': {
    message:
      'The file was already in the folder when the folder was set up, or looks like one that was not to be sent[, or was there when the record of what was sent went back to an older copy or began anew ({detail}): then it may have been sent already]. It waits for your decision.',
    next: 'Decide about all of them with: clearfolder backlog FOLDER send (or skip, or a date: that day and newer are sent).',
  },
  'file.late-for-group': {
    message: 'The file came after its group had been sent, so it was not sent.',
    next: 'Decide with: clearfolder decide NUMBER send (as a new Task), answer:TASK (give it to the waiting Task), or leave-out.',
  },
  'file.outside-groups': {
    message: 'The folder makes one Task of each subfolder, and this file lies in none, so it was not sent.',
    next: 'Move it into the subfolder of its patient.',
  },
  'file.no-group-key': {
    message: "The file's name does not hold the key that this folder groups by, so it was not sent.",
    next: 'Rename the file, or change how the folder groups files.',
  },
  'file.group-held': {
    message: 'Another file of the same group is held, so the group was not sent.',
    next: 'See to the other file first; the group then goes out by itself.',
  },
  'file.vanished': {
    message: 'The file was removed before it was sent.',
    next: 'Nothing, if that was meant. Otherwise put it back.',
  },
  'file.left-out': { message: 'You decided not to send this file.', next: 'Nothing.' },
  'file.duplicate': {
    message: 'The same document has been sent before, so it was not sent again.',
    next: 'Nothing. To send it all the same: clearfolder decide NUMBER send-anyway.',
  },
  'file.duplicate-refused': {
    message:
      'The same document came before, but no Task came of it: the outbox says why. This one was not sent either.',
    next: 'See to that one: clearfolder outbox. To send this one as a new Task: clearfolder decide NUMBER send-anyway.',
  },
  'file.duplicate-withdrawn': {
    message:
      'The same document was to go out before and was taken back, so the service has neither that one nor this one. It waits for your decision.',
    next: 'Decide with: clearfolder decide NUMBER send, or leave-out.',
  },
  'file.perhaps-sent': {
    message:
      'The same document may already be a Task: it was sent or refused before, and no answer proved that the service did not take it. So this one was not sent.',
    next: 'Look for a Task of the document at the service. If there is none, send the file: clearfolder decide NUMBER send (a duplicate: send-anyway). If there is one, the file needs nothing; a held file goes off this list with: clearfolder decide NUMBER leave-out.',
  },
  'file.taken-back': {
    message: 'Another station[ ({detail})] took this document back, so it was not sent from here either.',
    next: 'Nothing, if that was meant. To send it all the same: clearfolder decide NUMBER send.',
  },
  'file.too-much-text': {
    message:
      'The text and JSON documents come to more than 48 MB, which one Task cannot carry: the service repeats them in every answer about it. So nothing was sent.',
    next: 'Split the document; its parts go out by themselves. Of a group, take some documents out, then decide about one of the rest with: clearfolder decide NUMBER send (they go together).',
  },
  'spool.full': {
    message: 'The private copy of the document could not be written[ ({detail})], so it was not sent.',
    next: 'Free some space on the disk of this computer, or have it checked. Clearfolder keeps trying.',
  },
  'spool.missing': {
    message: 'The private copy of the document is gone or damaged, so it was not sent.',
    next: 'Put the document into its folder again.',
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
    next: 'Nothing at first: this station takes over by itself when the other stops. What still waits after a day, the other station may not have: make sure that it neither sent it nor has it to send, then try it again: the service is asked first. Or withdraw what went out another way.',
  },
  'station.gone': {
    message:
      'The folder of these documents has no rule any more and cannot be reached. Another station that shares it may send them, or have sent them, so nothing is sent from here.',
    next: 'Connect the folder again, and they go on by themselves. If it is gone for good, make sure that no other station has them to send, then try each again: the service is asked first. Or withdraw what went out another way.',
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
} as const satisfies Record<string, ProblemText>;
