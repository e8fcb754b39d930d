import type { ProblemText } from './problem-text.ts';

/** What is in the way to the service, and what it says of documents, answers and Tasks. */
export const SERVICE_PROBLEMS = {
  'service.unreachable': {
    message:
      'The service could not be reached[ ({detail})], so nothing goes out at the moment. Nothing is lost; everything waits here.',
    next: 'Nothing: Clearfolder tries again by itself. If this lasts, check the network connection, or run the checks in Settings.',
    command:
      'Nothing: Clearfolder tries again by itself. If this lasts, check the network connection, or run: clearfolder doctor',
  },
  'network.unknown-authority': {
    message:
      'The certificate that answers for the service comes from an authority that this computer does not know[ ({detail})], so nothing was sent to it. Nothing is lost; everything waits here.',
    next: 'Your hospital may look into encrypted connections: ask its IT for its root certificate (a PEM file) and name that file in Settings, under Network. The checks there show which certificate answered.',
    command:
      'Your hospital may look into encrypted connections: ask its IT for its root certificate (a PEM file) and name that file in "network.extraCaFile" of the settings. clearfolder doctor shows which certificate answered.',
  },
  'network.certificate-expired': {
    message:
      'The certificate that answers for the service has expired, by the clock of this computer[ ({detail})], so nothing was sent to it. Nothing is lost; everything waits here.',
    next: 'Check the date and time of this computer first. If they are right, tell your IT support; the checks in Settings show which certificate answered.',
    command:
      'Check the date and time of this computer first. If they are right, tell your IT support; clearfolder doctor shows which certificate answered.',
  },
  'network.certificate-early': {
    message:
      'The certificate that answers for the service is not valid yet, by the clock of this computer[ ({detail})], so nothing was sent to it. Nothing is lost; everything waits here.',
    next: 'Check the date and time of this computer: they are probably wrong. If they are right, tell your IT support.',
  },
  'network.certificate-host': {
    message:
      'What answers has the certificate of another name[ ({detail})], so it is not the service, and nothing was sent to it. Nothing is lost; everything waits here.',
    next: 'Check the service address in Settings. If it is right, tell your IT support; the checks in Settings show which certificate answered.',
    command:
      'Check the service address in the settings. If it is right, tell your IT support; clearfolder doctor shows which certificate answered.',
  },
  'network.encryption': {
    message:
      'No encryption could be agreed on with what answers for the service[ ({detail})], so nothing was sent to it. Nothing is lost; everything waits here.',
    next: 'Tell your IT support: Clearfolder needs TLS 1.2 or newer, from the service and from whatever stands in between.',
  },
  'network.proxy-unreachable': {
    message:
      'The proxy cannot be reached or does not answer[ ({detail})], so nothing was sent. Nothing is lost; everything waits here.',
    next: 'Check the proxy in Settings, under Network, and the network connection, or ask your IT support. It is tried again by itself.',
    command:
      'Check "network.proxy" in the settings and the network connection, or ask your IT support. It is tried again by itself.',
  },
  'network.proxy-sign-in': {
    message:
      'The proxy wants a password[ ({detail})], so nothing was sent. Nothing is lost; everything waits here.',
    next: 'Clearfolder keeps no password for a proxy: ask your IT support to let this computer reach the service without one, or for another proxy.',
  },
  'network.proxy-refused': {
    message:
      'The proxy did not let the connection to the service through[ ({detail})], so nothing was sent. Nothing is lost; everything waits here.',
    next: 'Ask your IT support to allow the address of the service, or check the proxy in Settings, under Network.',
    command:
      'Ask your IT support to allow the address of the service, or check "network.proxy" in the settings.',
  },
  'service.no-answer': {
    message: 'The connection broke before the service confirmed. The document may have arrived.',
    next: 'Nothing: Clearfolder asks the service whether it arrived before it sends anything again.',
    answer: {
      message:
        'The connection broke before the service confirmed. The answer, or a part of it, may have arrived.',
      next: 'Nothing: Clearfolder looks at the Task before it sends anything again.',
    },
    change: {
      message: 'The connection broke before the service confirmed. The change may have been made.',
      next: 'Nothing: Clearfolder tries again by itself until the service has confirmed the change.',
    },
  },
  'service.unreadable': {
    message: 'The service answered in a way that cannot be understood. The document may have arrived.',
    next: 'Nothing: Clearfolder asks again. If this lasts, tell your IT support that something between here and the service changes its answers.',
    answer: {
      message:
        'The service answered in a way that cannot be understood. The answer, or a part of it, may have arrived.',
    },
    change: {
      message: 'The service answered in a way that cannot be understood. The change may have been made.',
    },
  },
  'service.answer-too-large': {
    message:
      'The answer of the service is larger than the 64 MB that Clearfolder takes: the Task holds very much text or JSON. The documents may have arrived.',
    next: 'Look for the Task on the web page of the service. Clearfolder sends nothing again before the service says that it has no such Task, but it cannot follow this one.',
    answer: {
      message:
        'What the service said is larger than the 64 MB that Clearfolder takes: the Task holds very much text or JSON. The answer, or a part of it, may have arrived.',
      next: 'Look at the Task on the web page of the service: Clearfolder cannot follow it.',
    },
    change: {
      message:
        'What the service said is larger than the 64 MB that Clearfolder takes: the Task holds very much text or JSON. The change may have been made.',
      next: 'Look at the Task on the web page of the service: Clearfolder cannot follow it.',
    },
  },
  'service.fault': {
    message: 'The service had a fault of its own[ ({detail})]. The document may have arrived.',
    next: 'Nothing: Clearfolder asks the service whether it arrived before it sends anything again.',
    answer: {
      message:
        'The service had a fault of its own[ ({detail})]. The answer, or a part of it, may have arrived.',
      next: 'Nothing: Clearfolder looks at the Task before it sends anything again.',
    },
    change: {
      message: 'The service had a fault of its own[ ({detail})]. The change may have been made.',
      next: 'Nothing: Clearfolder tries again by itself until the service has confirmed the change.',
    },
  },
  'service.busy': {
    message: 'The service takes no new Tasks at the moment. Nothing is lost; the documents wait here.',
    next: 'Nothing: sending goes on by itself.',
    answer: {
      message:
        'The service takes no more requests at the moment, so the answer waits here. Nothing of it is lost.',
    },
    change: {
      message: 'The service takes no more requests at the moment, so the change waits here. Nothing is lost.',
    },
  },
  'service.task-type': {
    message:
      'The service does not accept this task type, so it made no Task of the documents.[ It says: {detail}]',
    next: 'Try it again as one of the task types that it allows. For a folder, correct its task type on Folders as well.',
    command:
      'Try it again as one of the task types that it allows: clearfolder retry SUBMISSION --task-type TYPE. For a folder, correct "taskType" in its settings as well.',
  },
  'service.too-large': {
    message: 'What answered for the service says that the documents are too large.',
    next: 'Nothing, while Clearfolder asks the service whether it has them. Once this is shown as refused, make the file smaller or split it, then send it as a new file.',
    answer: { next: 'Make the documents smaller or split them, then answer the Task again.' },
    change: {
      message: 'What answered for the service says that the change is too large, so it was not made.',
      next: 'Make the change again with a shorter text.',
    },
  },
  'service.invalid': {
    message: 'The service refused the request as not valid, so it took nothing.[ It says: {detail}]',
    next: 'Correct on Folders what the service names: that counts for new documents. To send this one, take it back in the outbox and drop it onto Clearfolder.',
    command:
      'Correct in the settings of the folder what the service names: that counts for new documents. To send this one: clearfolder submit FILE --task-type TYPE.',
    drop: {
      next: 'Take it back in the outbox, then add the document again with what the service names corrected.',
    },
    answer: { next: 'Correct what the service names, then answer the Task again.' },
    change: { next: 'Correct what the service names, then make the change again.' },
  },
  'service.not-found': {
    message:
      'What answered knows nothing at the address that Clearfolder asked, so nothing was taken.[ It says: {detail}]',
    next: 'Check the service address in the settings. Clearfolder tries again by itself.',
  },
  'service.no-task': {
    message: 'The service does not have this Task.[ It says: {detail}]',
    next: 'Look for the Task on the web page of the service.',
    answer: {
      message:
        'The service does not have this Task, so the answer was not taken.[ It says: {detail}] The answer is kept here.',
      next: 'Look for the Task on the web page of the service. If the Task is there, try again. If it is gone, send the documents as a new Task.',
    },
    change: {
      message: 'The service does not have this Task, so the change was not made.[ It says: {detail}]',
      next: 'Look for the Task on the web page of the service. If the Task is there, try again.',
    },
  },
  'service.refused': {
    message: 'The service refused the request, so it took nothing.[ Its answer: {detail}]',
    next: 'Read what the service answered, then try again or ask your administrator.',
  },
  'service.blocked': {
    message:
      'Something between here and the service, such as a firewall, did not let the documents through (status 401 or 403); it was not the service that refused them. Everything else goes on.',
    next: 'Ask your IT support to let these documents through, then try again: the service is asked first whether it has them.',
  },
  'service.blocked-all': {
    message:
      'Something between here and the service, such as a firewall, lets no new documents through at the moment (status 401 or 403). They are kept here, and none is refused for it.',
    next: 'Nothing: Clearfolder tries again by itself, one document at a time. If this lasts, ask your IT support to let it reach the service.',
  },
  'service.unsaid': {
    message:
      'The answer to the documents[ (status {detail})] was not in the words of the service: something between here and the service may have written it. The documents may have arrived.',
    next: 'Clearfolder asks the service whether it has them. If it has not, they wait for you: ask your IT support what answers in its place, then try again.',
  },
  'service.no-such-address': {
    message:
      'The address of the service answered that nothing is there[ (status {detail})], and not in the words of the service. The documents are kept here. Clearfolder asks the service whether it has them before it sends them again.',
    next: 'Check the service address in the settings. Clearfolder tries again by itself.',
  },
  'service.unaccounted': {
    message:
      'The service answered that it made a Task, but the answer does not show which Task is the one of these documents. The documents may have arrived.',
    next: 'Nothing, while Clearfolder asks the service for the Task: it sends nothing again by itself. Once this is shown as refused, look for a Task of these documents on the web page of the service. If there is one, take this back; if there is none, try again.',
    command:
      'Nothing, while Clearfolder asks the service for the Task: it sends nothing again by itself. Once this is shown as rejected, look for a Task of these documents on the web page of the service. If there is one: clearfolder withdraw SUBMISSION. If there is none: clearfolder retry SUBMISSION.',
  },
  'service.conflict': {
    message:
      'Another Task at the service already carries the id of this submission, and it is not the same work.[ Its task type is {detail}.]',
    next: 'If another station that shares the folder sent the documents as that, take this one back. Otherwise ask your administrator to compare the two before anything is sent again.',
  },
  'service.unproven': {
    message:
      'The service says that it does not have this submission, but it does not find Tasks either that it certainly has. So its word proves nothing, and nothing is sent again. The documents may have arrived; they are kept here.',
    next: 'Nothing at first: Clearfolder goes on asking. If this lasts, check the service address and the api_secret in the settings, and ask your IT support what answers in the place of the service.',
  },
  'service.perhaps-there': {
    message:
      'The service does not know this submission by its id, but it has a Task of the same time and kind that may hold the same documents under another id.[ Task: {detail}.] Nothing was sent again.',
    next: 'Look for that Task at the service. If it holds these documents, take this submission back. If it does not, try again: the documents are then sent.',
  },
  'tracking.unreachable': {
    message:
      'The service could not be reached, so what is shown of its Tasks may be out of date.[ ({detail})]',
    next: 'Nothing: Clearfolder goes on asking. If this lasts, check the network connection.',
  },
  'tracking.unreadable': {
    message:
      'The service answered a question in a way that cannot be understood, so what is shown of its Tasks may be out of date.',
    next: 'Nothing: Clearfolder goes on asking. If this lasts, tell your IT support that something between here and the service changes its answers.',
  },
  'tracking.answer-too-large': {
    message:
      'A Task holds so much text or JSON that the answer of the service is larger than the 64 MB that Clearfolder takes, so what is shown of that Task may be out of date.',
    next: 'Look at that Task on the web page of the service: Clearfolder cannot follow it.',
  },
  'tracking.fault': {
    message:
      'The service had a fault of its own[ ({detail})], so what is shown of its Tasks may be out of date. Nothing is lost.',
    next: 'Nothing: Clearfolder goes on asking.',
  },
  'tracking.busy': {
    message:
      'The service wants fewer questions at the moment, so what is shown of its Tasks may be out of date.',
    next: 'Nothing: Clearfolder goes on asking by itself.',
  },
  'tracking.refused': {
    message:
      'The service refused to tell how the Tasks stand, so what is shown of its Tasks may be out of date.[ It says: {detail}]',
    next: 'Read what the service says, and ask your administrator if this lasts.',
  },
  'tracking.not-found': {
    message:
      'The service address answers, but not as the service does, so what is shown of its Tasks may be out of date.[ It says: {detail}]',
    next: 'Check the service address in the settings.',
  },
  'tracking.gone': {
    message:
      'The service does not have this Task any more. Clearfolder asked twice, and the service had another Task of this station both times. No answer will come for this Task, and Clearfolder does not ask for this Task any more.',
    next: 'Ask the service what became of the Task. If nobody decided about it, send its documents again as a new Task.',
  },
  'tracking.denied': {
    message:
      'The service does not confirm that it has this Task: it denies the Task, or says nothing about the Task. How the Task stands is not known.',
    next: 'Nothing at first: Clearfolder goes on asking. If this lasts, ask your administrator whether the service address and the api_secret are right.',
  },
  'tracking.rows': {
    message:
      'Some Tasks in the list of the service could not be read[ ({detail})]. What is shown of these may have changed since; all others are up to date.',
    next: 'Nothing: Clearfolder goes on asking. If this lasts, report it to the service with the time.',
  },
  'auth.no-secret': {
    message: 'No api_secret is set for this environment, so nothing can be sent or received.',
    next: 'Enter it in Settings.',
    command: 'Set it with: clearfolder secret set',
  },
  'auth.refused': {
    message:
      'The service refused the api_secret; it was probably replaced. Sending waits, and nothing is lost.',
    next: 'Get the new api_secret from your administrator and enter it in Settings.',
    command: 'Get the new api_secret from your administrator and set it with: clearfolder secret set',
  },
  'auth.other-organisation': {
    message:
      'The api_secret belongs to another organisation than the record of what was sent here[ ({detail})]. Clearfolder sends nothing and asks nothing with this api_secret. Nothing is lost; everything waits here.',
    next: 'Open Settings. If both are one organisation that has a new name or a new account at the service, confirm that there. If not, keep them apart there: give the other organisation an environment of its own, and set the api_secret of the organisation of this record again.',
    command:
      'If both are one organisation that has a new name or a new account at the service: clearfolder secret same-organisation. If not, set the api_secret of the organisation of this record again (clearfolder secret set), and give the other organisation an environment of its own: another name in "environments" of the settings, with the same address.',
  },
  'auth.wait': {
    message: 'Signing in to the service has to wait[ ({detail})]. Nothing is lost; everything waits here.',
    next: 'Nothing: it is tried again by itself. If this lasts, run the checks in Settings.',
    command: 'Nothing: it is tried again by itself. If this lasts, run: clearfolder doctor',
  },
  'answer.frozen': {
    message: 'The Task was replaced by a newer one for the same patient.[ {detail}]',
    next: 'Open the newer Task. If it still waits for these documents, answer it there.',
    change: {
      message:
        'The Task was replaced by a newer one for the same patient, so the change was not made.[ It says: {detail}]',
      next: 'Open the newer Task. If it needs the change, make it there.',
    },
  },
  'answer.not-waiting': {
    message: 'The Task does not wait for documents now, so the service has not taken this answer.',
    next: 'Nothing, while the answer waits in the outbox: Clearfolder gives it as soon as the Task waits again. Once it is shown as refused, look at the Task: if it waits again, try again.',
  },
  'answer.part-taken': {
    message: 'The Task does not wait any more, and only a part of the answer was taken.[ {detail}]',
    next: 'Look at the Task. Give what was not taken when it waits again, or tell whoever decides about it.',
  },
  'answer.unasked': {
    message:
      'Clearfolder could not ask the service how the Task stands[ ({detail})], so this waits here. Nothing is lost.',
    next: 'Nothing: Clearfolder asks again by itself. If this lasts, tell your IT support what stands in brackets.',
  },
  'answer.other-data': {
    message:
      'It is not known whether the answer arrived, and meanwhile other data came to the Task for the same questions. Nothing more was sent.',
    next: 'Look at the data of the Task. If it is right, leave this as it is; else try this answer again, and it is sent beside it.',
  },
  'answer.conflict': {
    message:
      'The Task waits, but the service refuses this answer, or the rest of it, again and again.[ It says: {detail}] What it has taken before stays with the Task.',
    next: 'Look at the Task. If anything of the answer is not there, try again; it was kept.',
  },
  'answer.not-resumed': {
    message: 'The service took this answer, but the Task did not go on: it still waits as before.',
    next: 'Look at the Task. If a newer Task for the same patient has taken its place, give the answer to that one. Otherwise try again: what is there is not sent twice.',
  },
  'answer.already-there': {
    message: 'The Task already has these documents, so the service took nothing new.',
    next: 'Look at the Task. If it still waits, it needs something else: answer it with other documents or data.',
  },
  'edit.overtaken': {
    message: 'Somebody else changed this at the service in the meantime, so your change was not made.',
    next: 'Look at the Task. If your change is still right, try again.',
  },
  'message.not-kept': {
    message:
      'It was refused and never tried again. Its Task was cleared long ago, so what this held is not kept any more, and it is not sent.',
    next: 'Nothing, if the Task needs it no more. Otherwise give it to the Task again.',
  },
} as const satisfies Record<string, ProblemText>;
