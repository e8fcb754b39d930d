import type { ProblemText } from './problem-text.ts';

const notSent = (cause: string) =>
  `${cause}[ ({detail})], so nothing was sent. Nothing is lost: everything waits on this computer.`;

const outdated = (cause: string, more = '') =>
  `${cause}, so the shown state of Tasks may be out of date.${more}`;

// The texts of a problem after which nobody knows whether the service received the request. `answer` and `change` replace `next`.
function mayHaveArrived(
  cause: string,
  { next, answer, change }: { readonly next: string; readonly answer?: string; readonly change?: string },
) {
  const message = `${cause} The answer, or a part of the answer, may have arrived at the service.`;
  return {
    message: `${cause} The document may have arrived at the service.`,
    next,
    answer: { message, ...(answer !== undefined && { next: answer }) },
    change: {
      message: `${cause} The service may have made the change.`,
      ...(change !== undefined && { next: change }),
    },
  };
}

export const SERVICE_PROBLEMS = {
  'service.unreachable': {
    message:
      'Clearfolder cannot reach the service[ ({detail})], so nothing is sent at the moment. Nothing is lost: everything waits on this computer.',
    next: 'Nothing: Clearfolder retries automatically. If the problem lasts, check the network connection, or run the system check in Settings.',
    command:
      'Nothing: Clearfolder retries automatically. If the problem lasts, check the network connection, or run: clearfolder doctor',
  },
  'network.unknown-authority': {
    message: notSent('This computer does not trust the certificate of the service'),
    next: 'Your hospital may inspect encrypted connections. Ask the IT department for the root certificate of the hospital (a PEM file), and enter the path of this file in Settings, under Network. The system check in Settings shows the certificate that was received.',
    command:
      'Your hospital may inspect encrypted connections. Ask the IT department for the root certificate of the hospital (a PEM file), and enter the path of this file as "network.extraCaFile" in the settings. To see the certificate that was received: clearfolder doctor',
  },
  'network.certificate-expired': {
    message: notSent('The certificate of the service has expired, according to the clock of this computer'),
    next: 'Check the date and time of this computer. If the date and time are right, tell your IT department. The system check in Settings shows the certificate that was received.',
    command:
      'Check the date and time of this computer. If the date and time are right, tell your IT department. To see the certificate that was received: clearfolder doctor',
  },
  'network.certificate-early': {
    message: notSent(
      'The certificate of the service is not valid yet, according to the clock of this computer',
    ),
    next: 'Check the date and time of this computer, which are probably wrong. If the date and time are right, tell your IT department.',
  },
  'network.certificate-host': {
    message:
      'The server at the service address has a certificate for a different name[ ({detail})]. This server may not be the service, so nothing was sent. Nothing is lost: everything waits on this computer.',
    next: 'Check the service address in Settings. If the address is right, tell your IT department. The system check in Settings shows the certificate that was received.',
    command:
      'Check the service address in the settings. If the address is right, tell your IT department. To see the certificate that was received: clearfolder doctor',
  },
  'network.encryption': {
    message: notSent('Clearfolder and the server at the service address have no encryption method in common'),
    next: 'Tell your IT department that Clearfolder needs TLS 1.2 or newer on the whole connection to the service.',
  },
  'network.proxy-unreachable': {
    message: notSent('Clearfolder cannot reach the proxy, or the proxy does not answer'),
    next: 'Check the network connection. Then check the proxy in Settings, under Network. If both are right, ask your IT department. Clearfolder retries automatically.',
    command:
      'Check the network connection. Then check "network.proxy" in the settings. If both are right, ask your IT department. Clearfolder retries automatically.',
  },
  'network.proxy-sign-in': {
    message: notSent('The proxy asks for a user name and a password, or rejects the ones that were set'),
    next: 'Ask your IT department to set the user name and the password of the proxy on this computer.',
    command: 'Set the user name and the password of the proxy with: clearfolder secret proxy USER',
  },
  'network.proxy-refused': {
    message: notSent('The proxy does not allow the connection to the service'),
    next: 'Check the proxy in Settings, under Network. If the proxy is right, ask your IT department to allow the service address on the proxy.',
    command:
      'Check "network.proxy" in the settings. If the proxy is right, ask your IT department to allow the service address on the proxy.',
  },
  'service.no-answer': mayHaveArrived('The connection broke before the service confirmed the request.', {
    next: 'Nothing: Clearfolder asks the service whether the document arrived before it sends the document again.',
    answer: 'Nothing: Clearfolder checks the Task at the service before it sends the answer again.',
    change: 'Nothing: Clearfolder retries automatically until the service confirms the change.',
  }),
  'service.unreadable': mayHaveArrived('Clearfolder cannot understand the response of the service.', {
    next: 'Nothing: Clearfolder asks the service again. If the problem lasts, tell your IT department that a device on the network may change the responses of the service.',
  }),
  'service.answer-too-large': mayHaveArrived(
    'The Task has so much text or JSON that the response of the service is larger than 64 MB, which is the limit of Clearfolder.',
    {
      next: 'Look for the Task on the web page of the service, because Clearfolder cannot show the Task. Clearfolder sends the document again only if the service says that it has no such Task.',
      answer: 'Open the Task on the web page of the service, because Clearfolder cannot show this Task.',
      change: 'Open the Task on the web page of the service, because Clearfolder cannot show this Task.',
    },
  ),
  'service.fault': mayHaveArrived('The service reported an internal error[ ({detail})].', {
    next: 'Nothing: Clearfolder asks the service whether the document arrived before it sends the document again.',
    answer: 'Nothing: Clearfolder checks the Task at the service before it sends the answer again.',
    change: 'Nothing: Clearfolder retries automatically until the service confirms the change.',
  }),
  'service.busy': {
    message:
      'The service takes no new Tasks at the moment. Nothing is lost: the documents wait on this computer.',
    next: 'Nothing: Clearfolder retries automatically.',
    answer: {
      message:
        'The service takes no more requests at the moment. Nothing is lost: the answer waits on this computer.',
    },
    change: {
      message:
        'The service takes no more requests at the moment. Nothing is lost: the change waits on this computer.',
    },
  },
  'service.task-type': {
    message:
      'The service does not accept this task type.[ The service says: {detail}] Clearfolder then asked the service for a Task of the documents: the service has none.',
    next: 'Open the outbox and retry with a task type that the service allows. If the documents came from a watched folder, also correct the task type of the folder under Folders.',
    command:
      'Retry with a task type that the service allows: clearfolder retry SUBMISSION --task-type TYPE. If the documents came from a watched folder, also correct "taskType" of the folder in the settings.',
  },
  'service.too-large': {
    message: 'The server at the service address says that the documents are too large.',
    next: 'You do not need to do anything while Clearfolder asks the service whether the documents arrived. If the outbox shows the documents as Rejected, make the documents smaller or split them. Then send the new files.',
    answer: { next: 'Make the documents smaller or split them, then answer the Task again.' },
    change: {
      message:
        'The server at the service address says that the change is too large, so the change was not made.',
      next: 'Make the change again with a shorter text.',
    },
  },
  'service.invalid': {
    message:
      'The service rejected the documents as invalid.[ The service says: {detail}] Clearfolder then asked the service for a Task of the documents: the service has none.',
    next: 'Under Folders, correct the setting that the service names. The correction applies only to new documents. To send this document, press “Leave out” in the outbox. Then add the document again with “Add documents”.',
    command:
      'In the settings of the folder, correct the setting that the service names. The correction applies only to new documents. To send this document, withdraw it with: clearfolder withdraw SUBMISSION. Then send the file with: clearfolder submit FILE --task-type TYPE.',
    drop: {
      next: 'Leave out the document in the outbox, then add the document again and correct the field that the service names.',
    },
    answer: {
      message:
        'The service rejected the request as invalid and accepted nothing.[ The service says: {detail}]',
      next: 'Correct the part of the answer that the service names, then answer the Task again.',
    },
    change: {
      message:
        'The service rejected the request as invalid and accepted nothing.[ The service says: {detail}]',
      next: 'Correct the part of the change that the service names, then make the change again.',
    },
  },
  'service.not-found': {
    message: 'The server at the service address answered “not found”.[ The server says: {detail}]',
    next: 'Check the service address in the settings. Clearfolder retries automatically, and first asks the service whether the documents arrived.',
    answer: { next: 'Check the service address in the settings. Clearfolder retries automatically.' },
    change: { next: 'Check the service address in the settings. Clearfolder retries automatically.' },
  },
  'service.no-task': {
    message: 'The service does not have this Task.[ The service says: {detail}]',
    next: 'Look for the Task on the web page of the service.',
    answer: {
      message:
        'The service says that it does not have this Task, so it did not accept the answer.[ The service says: {detail}] Clearfolder keeps the answer.',
      next: 'Look for the Task on the web page of the service. If the Task is there, retry. If the Task is gone, send the documents as a new Task.',
    },
    change: {
      message:
        'The service does not have this Task, so the change was not made.[ The service says: {detail}]',
      next: 'Look for the Task on the web page of the service. If the Task is there, retry.',
    },
  },
  'service.refused': {
    message:
      'The service rejected the documents.[ Response of the service: {detail}] Clearfolder then asked the service for a Task of the documents: the service has none.',
    next: 'Read the response of the service. Then retry, or ask your administrator.',
    answer: {
      message: 'The service rejected the request and accepted nothing.[ Response of the service: {detail}]',
    },
    change: {
      message: 'The service rejected the request and accepted nothing.[ Response of the service: {detail}]',
    },
  },
  'service.blocked': {
    message:
      'A device on the network, such as a firewall, blocked these documents (status 401 or 403). The service itself did not reject these documents. Clearfolder still sends other documents.',
    next: 'Ask your IT department to allow these documents, then retry. Clearfolder first asks the service whether the documents arrived.',
  },
  'service.blocked-all': {
    message:
      'A device on the network, such as a firewall, blocks all new documents at the moment (status 401 or 403). Nothing is lost: the documents wait on this computer.',
    next: 'Nothing: Clearfolder retries automatically with one document at a time. If the problem lasts, ask your IT department to allow the connection to the service.',
  },
  'service.unsaid': {
    message:
      'The response to these documents[ (status {detail})] does not look like a response of the service, and may come from another device on the network. The documents may have arrived at the service.',
    next: 'You do not need to do anything while Clearfolder asks the service whether the documents arrived. If the outbox shows the documents as Rejected, ask your IT department which device answers in place of the service. Then retry.',
  },
  'service.no-such-address': {
    message:
      'The server at the service address answered “not found”[ (status {detail})], and the response does not look like a response of the service. The documents wait on this computer. Clearfolder asks the service whether the documents arrived before it sends them again.',
    next: 'Check the service address in the settings. Clearfolder retries automatically.',
  },
  'service.unaccounted': {
    message:
      'The service says that it made a Task, but the response does not show which Task has these documents. The documents may have arrived at the service.',
    next: 'You do not need to do anything while Clearfolder asks the service for the Task. If the outbox shows the documents as Rejected, look for a Task of these documents on the web page of the service. If there is such a Task, leave out the documents here. If there is no such Task, retry. Clearfolder does not send the documents again by itself.',
    command:
      'You do not need to do anything while Clearfolder asks the service for the Task. If the outbox shows the documents as rejected, look for a Task of these documents on the web page of the service. If there is such a Task: clearfolder withdraw SUBMISSION. If there is no such Task: clearfolder retry SUBMISSION. Clearfolder does not send the documents again by itself.',
  },
  'service.conflict': {
    message:
      'A Task at the service already has the reference that Clearfolder gave to these documents, but the task type or the documents of that Task are different. Clearfolder therefore does not send these documents again.[ The task type of that Task is {detail}.]',
    next: 'Ask the people at other stations that use the same watched folder whether they already sent these documents, perhaps with another task type. If so, leave out the documents here. Otherwise ask your administrator to compare that Task with these documents before you send anything again.',
  },
  'service.unproven': {
    message:
      'The service says that it has no Task of these documents. But the service says the same about Tasks that it certainly has, so the documents may have arrived. Clearfolder keeps the documents and does not send them again for now.',
    next: 'Nothing at first: Clearfolder asks again. If the problem lasts, check the service address and the secret (API key) in the settings, and ask your IT department which server answers at the service address.',
  },
  'tracking.unreachable': {
    message: outdated('Clearfolder cannot reach the service[ ({detail})]'),
    next: 'Nothing: Clearfolder asks again. If the problem lasts, check the network connection.',
  },
  'tracking.unreadable': {
    message: outdated('Clearfolder cannot understand a response of the service'),
    next: 'Nothing: Clearfolder asks again. If the problem lasts, tell your IT department that a device on the network may change the responses of the service.',
  },
  'tracking.answer-too-large': {
    message:
      'A Task has so much text or JSON that the response of the service is larger than the limit of 64 MB, so the shown state of that Task may be out of date.',
    next: 'Open that Task on the web page of the service, because Clearfolder cannot update the Task here.',
  },
  'tracking.fault': {
    message: outdated('The service reported an internal error[ ({detail})]', ' Nothing is lost.'),
    next: 'Nothing: Clearfolder asks again.',
  },
  'tracking.busy': {
    message: outdated('The service accepts no more requests at the moment'),
    next: 'Nothing: Clearfolder asks again automatically.',
  },
  'tracking.refused': {
    message: outdated(
      'The service rejected the request for the state of Tasks',
      '[ The service says: {detail}]',
    ),
    next: 'Nothing at first: Clearfolder asks again. If the problem lasts, show this message to your administrator.',
  },
  'tracking.not-found': {
    message: outdated(
      'The server at the service address does not answer like the service',
      '[ The server says: {detail}]',
    ),
    next: 'Check the service address in the settings. Clearfolder asks again automatically.',
  },
  'tracking.gone': {
    message:
      'The service no longer has this Task. Clearfolder looked for this Task at the service twice and did not find this Task. As a check, Clearfolder also looked for a different Task each time, and the service found that different Task. This Task gets no verdict, and Clearfolder no longer asks about this Task.',
    next: 'Ask the people who run the service what happened to the Task. If the Task was not decided, send the documents again as a new Task.',
  },
  'tracking.denied': {
    message:
      'The status of this Task is unknown: the service says that there is no such Task, or does not respond to questions about this Task.',
    next: 'Nothing at first: Clearfolder asks again. If the problem lasts, ask your administrator whether the service address and the secret (API key) are right.',
  },
  'tracking.rows': {
    message:
      'Clearfolder cannot read some Tasks in the list of the service[ (number of Tasks: {detail})]. The shown state of these Tasks may be out of date. All other Tasks are up to date.',
    next: 'Nothing: Clearfolder asks again. If the problem lasts, report the problem and its time to the people who run the service.',
  },
  'tracking.details': {
    message:
      'Clearfolder cannot load the details of some Tasks[ (number of Tasks: {detail})], because the service gives no answer about these Tasks that Clearfolder can read. The verdicts and documents of these Tasks are missing here or may be out of date. All other Tasks are up to date.',
    next: 'Nothing: Clearfolder asks again. If the problem lasts, open these Tasks on the web page of the service, and report the problem and its time to the people who run the service.',
  },
  'auth.no-secret': {
    message:
      'No secret (API key) is set for this service, so Clearfolder cannot send or receive anything. The secret is the password of your organization at the service.',
    next: 'Get the secret (API key) from your administrator, then press “Connect…” in Settings.',
    command: 'Set the api_secret with: clearfolder secret set',
  },
  'auth.refused': {
    message:
      'The service rejected the secret (API key), probably because your organization has a new secret.[ The service says: {detail}] Nothing is sent, and nothing is lost: everything waits on this computer.',
    next: 'Get the new secret (API key) from your administrator and enter it in Settings. If the secret is right, press “Check again” on Today, or in Settings under Sign-in.',
    command:
      'Get the new api_secret from your administrator and set it with: clearfolder secret set. If the api_secret is right, check it again with: clearfolder secret check',
  },
  'auth.token-refused': {
    message:
      'The service refuses requests at the moment[ ({detail})], but has not rejected the secret (API key). Nothing is lost: everything waits on this computer.',
    next: 'Nothing: Clearfolder retries automatically. If the problem lasts, show this message to the people who run the service.',
  },
  'auth.other-organisation': {
    message:
      'The secret (API key) belongs to one organization, but the record of what was sent on this station belongs to a different organization[ ({detail})]. Clearfolder therefore does not use this secret, and sends nothing. Nothing is lost: everything waits on this computer.',
    next: 'Open Settings and do one of three things. (1) If somebody entered a wrong secret (API key), enter the right secret. (2) If both organizations are in fact the same, with a new name or a new account at the service, press “Confirm that both are the same organization…”. (3) If the organizations are different and this station works for both, press “Keep the organizations separate…” and then enter the earlier secret once more: the secret of the organization that the record belongs to.',
    command:
      'Do one of three things. (1) If somebody set a wrong api_secret, set the right api_secret with: clearfolder secret set. (2) If both organizations are in fact the same, with a new name or a new account at the service, confirm this with: clearfolder secret same-organization. (3) If the organizations are different and this station works for both, give the organization of this api_secret its own environment: in "environments" of the settings, add another name with the same address. In this third case, also set the earlier api_secret once more with: clearfolder secret set. The earlier api_secret is the one of the organization that the record belongs to.',
  },
  'auth.wait': {
    message:
      'Clearfolder has to wait before it can sign in to the service[ ({detail})]. Nothing is lost: everything waits on this computer.',
    next: 'Nothing: Clearfolder retries automatically. If the problem lasts, run the system check in Settings.',
    command: 'Nothing: Clearfolder retries automatically. If the problem lasts, run: clearfolder doctor',
  },
  'answer.frozen': {
    message: 'A newer Task for the same patient replaced this Task.[ {detail}]',
    next: 'Open the newer Task. If the newer Task is waiting for these documents, answer the newer Task.',
    change: {
      message:
        'A newer Task for the same patient replaced this Task, so the change was not made.[ The service says: {detail}]',
      next: 'Open the newer Task. If the newer Task needs this change too, make the change there.',
    },
  },
  'answer.replaced': {
    message:
      'A newer Task for the same patient replaced the Task of this answer, after the service may have accepted a part of the answer.[ {detail}] Clearfolder sent nothing of this answer to the newer Task.',
    next: 'Open the newer Task. If the newer Task is waiting, answer the newer Task with the data and the documents. If the newer Task does not need the answer, dismiss the answer in the outbox.',
  },
  'answer.not-waiting': {
    message: 'The Task is not waiting for documents now, so the service has not accepted this answer.',
    next: 'You do not need to do anything while the answer waits in the outbox: Clearfolder sends the answer as soon as the Task waits again. If the outbox shows the answer as Rejected, open the Task. If the Task waits again, retry the answer in the outbox. Otherwise send the documents as a new Task there, or dismiss the answer if nobody needs the documents any more.',
  },
  'answer.comparing': {
    message:
      'The Task is waiting, but the service did not accept this answer.[ The service says: {detail}] The Task may already have all documents of this answer.',
    next: 'Nothing: Clearfolder looks at the documents of the Task for about two minutes, and then says whether they are there.',
  },
  'answer.part-taken': {
    message: 'The Task is no longer waiting, and the service accepted only a part of the answer.[ {detail}]',
    next: 'Open the Task. If the Task waits again, send the rest of the answer. If the Task no longer waits, tell the person who uses the verdict that a part of the answer is missing.',
  },
  'answer.unasked': {
    message:
      'Clearfolder could not ask the service about the state of the Task[ ({detail})], so this item waits on this computer. Nothing is lost.',
    next: 'Nothing: Clearfolder asks again automatically. If the problem lasts, show this message to your IT department.',
  },
  'answer.unproved': {
    message:
      'Clearfolder cannot prove that the documents of this answer arrived, because the documents of the Task cannot be compared with them.[ {detail}]',
    next: 'Open the Task and look at its documents. If all documents of the answer are there, dismiss the answer in the outbox. If a document is missing, retry the answer while the Task waits, or send the documents as a new Task.',
  },
  'answer.other-data': {
    message:
      'Clearfolder does not know whether the answer arrived. In the meantime, the Task has received other data for the same questions. Clearfolder sent nothing more.',
    next: 'Open the Task and check its data. If the data is right, do nothing. If the data is wrong, retry this answer: Clearfolder then sends the answer in addition to the other data.',
  },
  'answer.conflict': {
    message:
      'The Task is waiting, but the service repeatedly rejects this answer or a part of the answer.[ The service says: {detail}] The parts that the service accepted stay in the Task.',
    next: 'Open the Task. If a part of the answer is missing in the Task, retry: Clearfolder kept the answer.',
  },
  'answer.not-resumed': {
    message:
      'The service accepted this answer, but the Task was still waiting when Clearfolder looked at the Task after the answer.',
    next: 'You do not need to do anything while the answer waits in the outbox: Clearfolder looks at the Task again. If the outbox shows the answer as Rejected, open the Task. If the Task is not waiting any more, do nothing. If a newer Task for the same patient replaced this Task, answer the newer Task. Otherwise retry: Clearfolder asks the service again to continue the Task, and does not send the same documents twice.',
  },
  'answer.already-there': {
    message: 'The Task already has these documents, so the service accepted nothing new.',
    next: 'Open the Task. If the Task is still waiting, answer again with other documents or data, because the service needs something else.',
  },
  'edit.overtaken': {
    message: 'Somebody else changed this Task at the service in the meantime, so your change was not made.',
    next: 'Open the Task. If your change is still right, retry.',
  },
  'message.not-kept': {
    message:
      'This item was rejected, and nobody retried it. Somebody marked the follow-up of its Task as done, and Clearfolder keeps the content only for a limited time after that (see “Retention” in Settings). The content is now deleted, so Clearfolder cannot send this item any more.',
    next: 'If the Task no longer needs the item, dismiss the item in the outbox. Otherwise add the item to the Task again.',
  },
} as const satisfies Record<string, ProblemText>;
