import type { ProblemCode } from '../../../src-main/contract/problem.ts';

type ProblemKey = `problem.${ProblemCode}` | `problem.${ProblemCode}.next`;

/** What happened and what to do next, for every problem there is: in the words of the app, which has buttons and no commands. */
export const problems = {
  'problem.file.empty': 'The file is empty, so it was not sent.',
  'problem.file.empty.next':
    'If it is still being written into a watched folder, nothing: it goes out by itself once it is complete. Otherwise scan or export it again; a file given by hand is then added again.',
  'problem.file.unfinished': 'The file looks unfinished: its end is missing, so it was not sent.',
  'problem.file.unfinished.next':
    'If it is still being written into a watched folder, nothing: it goes out by itself once it is complete. Otherwise scan or export it again; a file given by hand is then added again.',
  'problem.file.unreadable':
    'The file cannot be opened for reading{said, select, yes { ({detail})} other {}}, so it was not sent.',
  'problem.file.unreadable.next':
    'Close the program that holds it, or let somebody change its permissions. Clearfolder keeps trying.',
  'problem.file.changing': 'The file kept changing while it was read, so it was not sent yet.',
  'problem.file.changing.next': 'Nothing: it goes out by itself once it stays still.',
  'problem.file.broken-off':
    'The file did not arrive whole{said, select, yes { ({detail})} other {}}, so it was not sent.',
  'problem.file.broken-off.next': 'Add it again.',
  'problem.file.backlog':
    'The file was already in the folder when the folder was set up, or looks like one that was not to be sent{said, select, yes {, or was there when the record of what was sent went back to an older copy or began anew ({detail}): then it may have been sent already} other {}}. It waits for your decision.',
  'problem.file.backlog.next':
    'Decide about all of them on Folders: send them, leave them out, or send only those from a day on.',
  'problem.file.late-for-group': 'The file came after its group had been sent, so it was not sent.',
  'problem.file.late-for-group.next':
    'Open the files of its folder and decide: send it as a new Task, give it to the waiting Task, or leave it out.',
  'problem.file.outside-groups':
    'The folder makes one Task of each subfolder, and this file lies in none, so it was not sent.',
  'problem.file.outside-groups.next': 'Move it into the subfolder of its patient.',
  'problem.file.no-group-key':
    "The file's name does not hold the key that this folder groups by, so it was not sent.",
  'problem.file.no-group-key.next': 'Rename the file, or change on Folders how its folder groups files.',
  'problem.file.group-held': 'Another file of the same group is held, so the group was not sent.',
  'problem.file.group-held.next': 'See to the other file first; the group then goes out by itself.',
  'problem.file.vanished': 'The file was removed before it was sent.',
  'problem.file.vanished.next': 'Nothing, if that was meant. Otherwise put it back.',
  'problem.file.left-out': 'You decided not to send this file.',
  'problem.file.left-out.next': 'Nothing.',
  'problem.file.duplicate': 'The same document has been sent before, so it was not sent again.',
  'problem.file.duplicate.next': 'Nothing. To send it all the same, choose to send it anyway, beside it.',
  'problem.file.duplicate-refused':
    'The same document came before, but no Task came of it: the outbox says why. This one was not sent either.',
  'problem.file.duplicate-refused.next':
    'See to that one, in the outbox. To send this one as a new Task, choose to send it anyway, beside it.',
  'problem.file.duplicate-withdrawn':
    'The same document was to go out before and was taken back, so the service has neither that one nor this one. It waits for your decision.',
  'problem.file.duplicate-withdrawn.next':
    'Open the file and decide: send it as a new Task, or leave it out.',
  'problem.file.perhaps-sent':
    'The same document may already be a Task: it was sent or refused before, and no answer proved that the service did not take it. So this one was not sent.',
  'problem.file.perhaps-sent.next':
    'Look for a Task of the document at the service. If there is none, choose to send this one anyway. If there is one, this document needs nothing more.',
  'problem.file.taken-back':
    'Another station{said, select, yes { ({detail})} other {}} took this document back, so it was not sent from here either.',
  'problem.file.taken-back.next':
    'Nothing, if that was meant. To send it all the same, open the file and choose to send it.',
  'problem.file.too-much-text':
    'The text and JSON documents come to more than 48 MB, which one Task cannot carry: the service repeats them in every answer about it. So nothing was sent.',
  'problem.file.too-much-text.next':
    'Split the document; its parts go out by themselves. Of a group, take some documents out, then open one of the rest and choose to send it: they go together.',
  'problem.spool.full':
    'The private copy of the document could not be written{said, select, yes { ({detail})} other {}}, so it was not sent.',
  'problem.spool.full.next':
    'Free some space on the disk of this computer, or have it checked. Clearfolder keeps trying.',
  'problem.spool.missing': 'The private copy of the document is gone or damaged, so it was not sent.',
  'problem.spool.missing.next': 'Put the document into its folder again.',
  'problem.service.unreachable':
    'The service could not be reached{said, select, yes { ({detail})} other {}}. Nothing was sent; the documents wait here.',
  'problem.service.unreachable.next':
    'Nothing: it is tried again by itself. If this lasts, check the network connection, or run the checks in Settings.',
  'problem.network.unknown-authority':
    'The certificate that answers for the service comes from an authority that this computer does not know{said, select, yes { ({detail})} other {}}, so nothing was sent to it. Nothing is lost; the documents wait here.',
  'problem.network.unknown-authority.next':
    'Your hospital may look into encrypted connections: ask its IT for its root certificate (a PEM file) and name that file in Settings, under Network. The checks there show which certificate answered.',
  'problem.network.certificate-expired':
    'The certificate that answers for the service has expired, by the clock of this computer{said, select, yes { ({detail})} other {}}, so nothing was sent to it. Nothing is lost; the documents wait here.',
  'problem.network.certificate-expired.next':
    'Check the date and time of this computer first. If they are right, tell your IT support; the checks in Settings show which certificate answered.',
  'problem.network.certificate-early':
    'The certificate that answers for the service is not valid yet, by the clock of this computer{said, select, yes { ({detail})} other {}}, so nothing was sent to it. Nothing is lost; the documents wait here.',
  'problem.network.certificate-early.next':
    'Check the date and time of this computer: they are probably wrong. If they are right, tell your IT support.',
  'problem.network.certificate-host':
    'What answers has the certificate of another name{said, select, yes { ({detail})} other {}}, so it is not the service, and nothing was sent to it. Nothing is lost; the documents wait here.',
  'problem.network.certificate-host.next':
    'Check the service address in Settings. If it is right, tell your IT support; the checks in Settings show which certificate answered.',
  'problem.network.encryption':
    'No encryption could be agreed on with what answers for the service{said, select, yes { ({detail})} other {}}, so nothing was sent to it. Nothing is lost; the documents wait here.',
  'problem.network.encryption.next':
    'Tell your IT support: Clearfolder needs TLS 1.2 or newer, from the service and from whatever stands in between.',
  'problem.network.proxy-unreachable':
    'The proxy cannot be reached or does not answer{said, select, yes { ({detail})} other {}}, so nothing was sent. Nothing is lost; the documents wait here.',
  'problem.network.proxy-unreachable.next':
    'Check the proxy in Settings, under Network, and the network connection, or ask your IT support. It is tried again by itself.',
  'problem.network.proxy-sign-in':
    'The proxy wants a password{said, select, yes { ({detail})} other {}}, so nothing was sent. Nothing is lost; the documents wait here.',
  'problem.network.proxy-sign-in.next':
    'Clearfolder keeps no password for a proxy: ask your IT support to let this computer reach the service without one, or for another proxy.',
  'problem.network.proxy-refused':
    'The proxy did not let the connection to the service through{said, select, yes { ({detail})} other {}}, so nothing was sent. Nothing is lost; the documents wait here.',
  'problem.network.proxy-refused.next':
    'Ask your IT support to allow the address of the service, or check the proxy in Settings, under Network.',
  'problem.service.no-answer':
    'The connection broke before the service confirmed. The document may have arrived.',
  'problem.service.no-answer.next':
    'Nothing: Clearfolder asks the service whether it arrived before it sends anything again.',
  'problem.service.unreadable':
    'The service answered in a way that cannot be understood. The document may have arrived.',
  'problem.service.unreadable.next':
    'Nothing: Clearfolder asks again. If this lasts, tell your IT support that something between here and the service changes its answers.',
  'problem.service.answer-too-large':
    'The answer of the service is larger than the 64 MB that Clearfolder takes: the Task holds very much text or JSON. The documents may have arrived.',
  'problem.service.answer-too-large.next':
    'Look for the Task on the web page of the service. Clearfolder sends nothing again before the service says that it has no such Task, but it cannot follow this one.',
  'problem.service.fault':
    'The service had a fault of its own{said, select, yes { ({detail})} other {}}. The document may have arrived.',
  'problem.service.fault.next':
    'Nothing: Clearfolder asks the service whether it arrived before it sends anything again.',
  'problem.service.busy':
    'The service takes no new Tasks at the moment. Nothing is lost; the documents wait here.',
  'problem.service.busy.next': 'Nothing: sending goes on by itself.',
  'problem.service.task-type':
    'The service does not accept this task type, so nothing was sent.{said, select, yes { It says: {detail}} other {}}',
  'problem.service.task-type.next':
    'Try it again as one of the task types that it allows. For a folder, correct its task type on Folders as well.',
  'problem.service.too-large': 'The service refused the documents because they are too large.',
  'problem.service.too-large.next': 'Make the file smaller or split it, then send it as a new file.',
  'problem.service.invalid':
    'The service refused the request as not valid, so nothing was taken.{said, select, yes { It says: {detail}} other {}}',
  'problem.service.invalid.next': "Correct the folder's settings or the data you entered, then try again.",
  'problem.service.not-found':
    'The service does not know this address or Task, so nothing was taken.{said, select, yes { It says: {detail}} other {}}',
  'problem.service.not-found.next': 'Check the service address in Settings, then try again.',
  'problem.service.refused':
    'The service refused the request, so nothing was taken.{said, select, yes { It says: {detail}} other {}}',
  'problem.service.refused.next': 'Read what the service says, then try again or ask your administrator.',
  'problem.service.blocked':
    'Something between here and the service, such as a firewall, did not let the documents through (status 401 or 403); it was not the service that refused them. Everything else goes on.',
  'problem.service.blocked.next':
    'Ask your IT support to let these documents through, then try again: the service is asked first whether it has them.',
  'problem.service.blocked-all':
    'Something between here and the service, such as a firewall, lets no new documents through at the moment (status 401 or 403). They are kept here, and none is refused for it.',
  'problem.service.blocked-all.next':
    'Nothing: Clearfolder tries again by itself, one document at a time. If this lasts, ask your IT support to let it reach the service.',
  'problem.service.unsaid':
    'The answer to the documents{said, select, yes { (status {detail})} other {}} was not in the words of the service: something between here and the service may have written it. The documents may have arrived.',
  'problem.service.unsaid.next':
    'Clearfolder asks the service whether it has them. If it has not, they wait for you: ask your IT support what answers in its place, then try again.',
  'problem.service.no-such-address':
    'What answered at the address of the service knows nothing there{said, select, yes { (status {detail})} other {}}, and did not say so in the words of the service. The documents are kept here; whether they arrived, the service is asked before they go again.',
  'problem.service.no-such-address.next': 'Check the service address in Settings, then try again.',
  'problem.service.unaccounted':
    'The service answered with a Task of these documents, but under another id or in a way that cannot be understood, so it is not known which Task it is.',
  'problem.service.unaccounted.next':
    'Clearfolder asks the service for it by the id of this submission, and sends nothing again by itself. If it is not found, look there for a Task of these documents: if there is one, take this one back; if not, try again.',
  'problem.service.conflict':
    'Another Task at the service already carries the id of this submission, and it is not the same work.{said, select, yes { Its task type is {detail}.} other {}}',
  'problem.service.conflict.next':
    'If another station that shares the folder sent the documents as that, take this one back. Otherwise ask your administrator to compare the two before anything is sent again.',
  'problem.tracking.unreachable':
    'The service could not be reached, so what is shown of its Tasks may be out of date.{said, select, yes { ({detail})} other {}}',
  'problem.tracking.unreachable.next':
    'Nothing: Clearfolder goes on asking. If this lasts, check the network connection.',
  'problem.tracking.unreadable':
    'The service answered a question in a way that cannot be understood, so what is shown of its Tasks may be out of date.',
  'problem.tracking.unreadable.next':
    'Nothing: Clearfolder goes on asking. If this lasts, tell your IT support that something between here and the service changes its answers.',
  'problem.tracking.answer-too-large':
    'A Task holds so much text or JSON that the answer of the service is larger than the 64 MB that Clearfolder takes, so what is shown of that Task may be out of date.',
  'problem.tracking.answer-too-large.next':
    'Look at that Task on the web page of the service: Clearfolder cannot follow it.',
  'problem.tracking.fault':
    'The service had a fault of its own{said, select, yes { ({detail})} other {}}, so what is shown of its Tasks may be out of date. Nothing is lost.',
  'problem.tracking.fault.next': 'Nothing: Clearfolder goes on asking.',
  'problem.tracking.busy':
    'The service wants fewer questions at the moment, so what is shown of its Tasks may be out of date.',
  'problem.tracking.busy.next': 'Nothing: Clearfolder goes on asking by itself.',
  'problem.tracking.refused':
    'The service refused to tell how the Tasks stand, so what is shown of its Tasks may be out of date.{said, select, yes { It says: {detail}} other {}}',
  'problem.tracking.refused.next': 'Read what the service says, and ask your administrator if this lasts.',
  'problem.tracking.not-found':
    'The service address answers, but not as the service does, so what is shown of its Tasks may be out of date.{said, select, yes { It says: {detail}} other {}}',
  'problem.tracking.not-found.next': 'Check the service address in Settings.',
  'problem.tracking.rows':
    'Some Tasks in the list of the service could not be read{said, select, yes { ({detail})} other {}}. What is shown of these may have changed since; all others are up to date.',
  'problem.tracking.rows.next':
    'Nothing: Clearfolder goes on asking. If this lasts, report it to the service with the time.',
  'problem.auth.no-secret': 'No api_secret is set for this environment, so nothing can be sent or received.',
  'problem.auth.no-secret.next': 'Enter it in Settings.',
  'problem.auth.refused':
    'The service refused the api_secret; it was probably replaced. Sending waits, and nothing is lost.',
  'problem.auth.refused.next': 'Get the new api_secret from your administrator and enter it in Settings.',
  'problem.auth.wait':
    'Signing in to the service has to wait{said, select, yes { ({detail})} other {}}. Nothing is lost; the documents wait here.',
  'problem.auth.wait.next':
    'Nothing: it is tried again by itself. If this lasts, run the checks in Settings.',
  'problem.answer.frozen':
    'The Task was replaced by a newer one for the same patient.{said, select, yes { {detail}} other {}}',
  'problem.answer.frozen.next': 'Open the newer Task to see where the answer went.',
  'problem.answer.not-waiting': 'The Task is not waiting for documents now, so the answer was not taken.',
  'problem.answer.not-waiting.next':
    'Look at the Task: it may be finished, or it may wait again later; then answer again.',
  'problem.answer.part-taken':
    'The Task does not wait any more, and only a part of the answer was taken.{said, select, yes { {detail}} other {}}',
  'problem.answer.part-taken.next':
    'Look at the Task. Give what was not taken when it waits again, or tell whoever decides about it.',
  'problem.answer.unasked':
    'The service could not be asked how the Task stands, so this waits.{said, select, yes { It says: {detail}} other {}}',
  'problem.answer.unasked.next': 'Nothing: it is tried again by itself.',
  'problem.answer.other-data':
    'It is not known whether the answer arrived, and meanwhile other data came to the Task for the same questions. Nothing more was sent.',
  'problem.answer.other-data.next':
    'Look at the data of the Task. If it is right, leave this as it is; else try this answer again, and it is sent beside it.',
  'problem.answer.conflict':
    'The Task waits, but the service refuses this answer, or the rest of it, again and again.{said, select, yes { It says: {detail}} other {}} What it has taken before stays with the Task.',
  'problem.answer.conflict.next':
    'Look at the Task. If anything of the answer is not there, try again; it was kept.',
  'problem.answer.not-resumed':
    'The service took this answer, but the Task did not go on: it still waits as before.',
  'problem.answer.not-resumed.next':
    'Look at the Task. If a newer Task for the same patient has taken its place, give the answer to that one. Otherwise try again: what is there is not sent twice.',
  'problem.answer.already-there': 'The Task already holds these documents.',
  'problem.answer.already-there.next': 'Nothing.',
  'problem.edit.overtaken':
    'Somebody else changed this at the service in the meantime, so your change was not made.',
  'problem.edit.overtaken.next': 'Look at the Task. If your change is still right, try again.',
  'problem.message.not-kept':
    'It was refused and never tried again. Its Task was cleared long ago, so what this held is not kept any more, and it is not sent.',
  'problem.message.not-kept.next':
    'Nothing, if the Task needs it no more. Otherwise give it to the Task again.',
  'problem.ledger.restored':
    'The record of what was sent was put back from an older copy, so this may have been sent already without the record knowing.',
  'problem.ledger.restored.next':
    'Nothing, while it is being checked: Clearfolder asks the service before it sends anything again. What was refused for this reason waits for you: look at the Task, then try again.',
  'problem.engine.fault':
    'Clearfolder itself failed while it handled this{said, select, yes { ({detail})} other {}}. Nothing was lost, and everything else goes on.',
  'problem.engine.fault.next':
    'Nothing: it is tried again by itself. If this lasts, tell your administrator these words.',
  'problem.station.other':
    'Another station shares this folder. While that one has it, or while it cannot be reached from here, nothing is sent from here.',
  'problem.station.other.next':
    'Nothing at first: this station takes over by itself when the other stops. What still waits after a day, the other station may not have: make sure that it neither sent it nor has it to send, then try it again: the service is asked first. Or take back what went out another way.',
  'problem.station.gone':
    'The folder of these documents has no rule any more and cannot be reached. Another station that shares it may send them, or have sent them, so nothing is sent from here.',
  'problem.station.gone.next':
    'Connect the folder again, and they go on by themselves. If it is gone for good, make sure that no other station has them to send, then try each again: the service is asked first. Or take back what went out another way.',
  'problem.station.perhaps': 'Another station had this folder for a while and may have sent these documents.',
  'problem.station.perhaps.next':
    'Nothing: the service is asked first, and they go from here only if it does not have them.',
  'problem.station.untold':
    'It is not sent from here. If another station shares its folder, that one may not know that it was taken back: it may have sent it, or may send it.',
  'problem.station.untold.next':
    'Nothing, if no other station has the folder: it is told once the folder can be reached. Otherwise take it back there too, if it must not go out.',
  'problem.submission.perhaps-sent':
    'This was taken back, so nothing more of it is sent from here. The documents may already be a Task: no answer proved that the service did not take them.',
  'problem.submission.perhaps-sent.next':
    'Look for a Task of these documents at the service. If there is one, deal with the Task there. If there is none and the documents are still needed, put them in again.',
  'problem.folder.missing':
    'The folder cannot be reached, so new files in it are not sent. Nothing was recorded as removed.',
  'problem.folder.missing.next':
    'Check that it exists and that the network drive is connected. It is taken up again by itself.',
  'problem.folder.emptied':
    'The folder is suddenly empty. Perhaps a network drive is not connected; nothing was recorded as removed.',
  'problem.folder.emptied.next': 'Check the drive. It is taken up again by itself.',
  'problem.folder.silent':
    'The folder, or something in it, has not answered for more than two minutes. Until it does, new files in it may not be found, and documents that are already there may wait.',
  'problem.folder.silent.next':
    'Check that the network drive is connected, and ask whoever looks after it whether it hangs. It goes on by itself as soon as the folder answers.',
} as const satisfies Record<ProblemKey, string>;
