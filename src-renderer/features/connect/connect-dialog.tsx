import './connect.css';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Tried } from '../../../src-main/contract/verbs/connect.ts';
import { isDraft, isUnsent } from '../../../src-main/contract/views/drop.ts';
import type { SettingsView } from '../../../src-main/contract/views/settings-view.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FailureBox } from '../../components/failure-box.tsx';
import { focusStep, StepList } from '../../components/folders/step-list.tsx';
import { Button } from '../../components/input/button.tsx';
import { Form } from '../../components/input/field.tsx';
import { Loading, Progress } from '../../components/progress.tsx';
import { useHost } from '../../state/host-context.ts';
import { say } from '../../state/notices.ts';
import { ownFolders } from '../../state/own-folders.ts';
import { useAction, useVerb } from '../../state/queries/use-verb.ts';
import { openNewestDraft } from '../../state/uploads.ts';
import { t } from '../../strings/translate.ts';
import { type ConnectDraft, faultsOf, firstDraft, mayConnect, NEW, serviceOf } from './connect-draft.ts';
import { type Decisions, FoldersStep } from './folders-step.tsx';
import { failureOfTest, OutcomeBox } from './outcome-box.tsx';
import { SecretStep } from './secret-step.tsx';
import { ServiceStep } from './service-step.tsx';

const STEPS = ['service', 'secret', 'folders'] as const;
type Step = (typeof STEPS)[number];

const FORM = 'connect-step';

/** Guides a person from the address of a service to a tested connection. Only the last step saves anything. */
export function ConnectDialog({ onClose }: { onClose(): void }) {
  const { data: view, failure } = useVerb('settings.get', {});
  if (view !== null && mayConnect(view)) return <ConnectSteps given={view} onClose={onClose} />;
  return (
    <Dialog
      title={t('connect.title')}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('common.close')}</Button>}
    >
      {failure !== null && <FailureBox failure={failure} />}
      {view === null && failure === null && <Loading />}
      {view !== null && <p>{t('connect.lockedPractice')}</p>}
    </Dialog>
  );
}

function ConnectSteps({ given, onClose }: { readonly given: SettingsView; onClose(): void }) {
  // The dialog keeps the settings from the time at which the dialog opened, because the last step changes the settings.
  const [view] = useState(given);
  const [first] = useState(() => firstDraft(view));
  const [draft, setDraft] = useState(first);
  const [secret, setSecret] = useState('');
  const [step, setStep] = useState<Step>('service');
  const [pressed, setPressed] = useState<readonly Step[]>([]);
  const [stopped, setStopped] = useState(0);
  const [network, setNetwork] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const [decisions, setDecisions] = useState<Decisions>({});
  const place = usePlaceOfSecrets();
  const test = useAction('connect.test');
  const finish = useAction('connect.finish');
  const cancel = useAction('connect.cancel');
  const service = serviceOf(draft, view);
  const faults = faultsOf(draft, view);
  const { overridden } = view.secret;
  const isInUse = service.environment === view.settings.environment;
  const waiting = useVerb('folders.list', isInUse ? {} : null);
  const mustChoose = place.data !== null && place.data.fault !== null && !draft.inFile;

  const forgetTest = () => {
    test.forget();
    finish.forget();
    setTried(null);
  };
  const change = (changes: Partial<ConnectDraft>) => {
    forgetTest();
    setDraft((before) => ({ ...before, ...changes }));
  };
  const go = (wanted: Step) => {
    // Unfolds the part with the proxy if one of its fields has a fault, so that the person sees the fault.
    if (faults.some((fault) => fault === 'proxy' || fault === 'proxyUser')) setNetwork(true);
    setPressed((before) => [...before, step]);
    if (wanted !== 'service' && faults.length > 0) {
      setStopped((count) => count + 1);
      return setStep('service');
    }
    if (wanted === 'folders' && tried?.outcome !== 'accepted') return setStep('secret');
    if (wanted === 'secret' && step === 'service') void place.look(service.environment);
    setStep(wanted);
  };
  const signIn = async () => {
    setPressed((before) => [...before, 'secret']);
    if ((!overridden && secret.trim() === '') || mustChoose || place.data === null)
      return setStopped((count) => count + 1);
    const result = await test.run({ service, api_secret: overridden ? null : secret.trim() });
    if (!result.ok) return;
    setTried(result.value);
    if (result.value.outcome !== 'accepted') return;
    setSecret('');
    setStep('folders');
  };
  const connect = async () => {
    if (tried?.outcome !== 'accepted') return;
    const folders = Object.entries(decisions).map(([folder, decision]) => ({ folder, decision }));
    const result = await finish.run({ id: tried.id, folders });
    if (!result.ok) return;
    const { name } = tried.organisation;
    say(t('connect.said', { organization: name ?? t('connect.unnamed') }));
    onClose();
  };
  const leave = () => {
    void cancel.run({});
    onClose();
  };
  const submit = () => {
    if (step === 'service') go('secret');
    else if (step === 'secret') void signIn();
    else void connect();
  };
  const body = useFocusedStep(step);
  useEffect(() => {
    if (tried === null && test.failure === null && finish.failure === null) return;
    body.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [body, tried, test.failure, finish.failure]);
  // In a small window, the fault that stops the person can be below the visible part of the dialog.
  useEffect(() => {
    if (stopped > 0) body.current?.querySelector('.field-fault')?.scrollIntoView({ block: 'nearest' });
  }, [body, stopped]);
  const busy = test.busy || finish.busy;
  const isBegun = draft !== first || secret !== '' || tried !== null || busy;
  const back = STEPS[STEPS.indexOf(step) - 1];
  const secretFault = () => {
    if (tried?.outcome === 'malformed') return t('connect.fault.malformed');
    return pressed.includes('secret') && secret.trim() === '' && !test.busy ? t('connect.fault.empty') : null;
  };
  return (
    <Dialog
      title={t('connect.title')}
      onClose={leave}
      size="wide"
      mustDecide={isBegun}
      actions={
        <>
          <Button kind="quiet" isDisabled={finish.busy} onPress={leave}>
            {t('common.cancel')}
          </Button>
          {back !== undefined && (
            <Button isDisabled={busy} onPress={() => setStep(back)}>
              {t('common.back')}
            </Button>
          )}
          <Button kind="primary" type="submit" form={FORM} isDisabled={busy}>
            {step === 'service'
              ? t('folders.next')
              : t(step === 'secret' ? 'connect.test' : 'connect.finish')}
          </Button>
        </>
      }
    >
      <StepList
        steps={STEPS.map((id) => ({ id, title: t(`connect.step.${id}`) }))}
        current={step}
        faulty={(one) => one === 'service' && pressed.includes('service') && faults.length > 0}
        onGo={(wanted) => !busy && go(wanted)}
      />
      <Form id={FORM} onSubmit={() => !busy && submit()}>
        <section
          className="stack gap-4 folder-step"
          key={step}
          ref={body}
          tabIndex={-1}
          aria-label={t(`connect.step.${step}`)}
        >
          {step === 'service' && <OpenDrafts onLeave={leave} />}
          {step === 'service' && (
            <ServiceStep
              view={view}
              draft={draft}
              faults={pressed.includes('service') ? faults : []}
              network={network}
              onChange={change}
            />
          )}
          {step === 'secret' && (
            <SecretStep
              overridden={overridden}
              secret={secret}
              secretFault={secretFault()}
              place={place.data}
              placeFailure={place.failure}
              looking={place.looking}
              inFile={draft.inFile}
              inFileFault={mustChoose && pressed.includes('secret')}
              onSecret={(text) => {
                forgetTest();
                setSecret(text);
              }}
              onInFile={(inFile) => change({ inFile })}
              onLookAgain={() => {
                change({ inFile: false });
                void place.lookAgain(service.environment);
              }}
            />
          )}
          {step === 'secret' && tried !== null && (
            <OutcomeBox
              tried={tried}
              service={service}
              onNetwork={() => {
                setNetwork(true);
                setStep('service');
              }}
              onOwn={() => {
                change({ chosen: NEW, name: '', address: service.address });
                setStep('service');
              }}
            />
          )}
          {step === 'secret' && test.failure !== null && <FailureBox failure={failureOfTest(test.failure)} />}
          {step === 'folders' && tried?.outcome === 'accepted' && (
            <FoldersStep
              organisation={tried.organisation}
              address={service.address}
              kept={overridden ? 'variable' : draft.inFile ? 'file' : (place.data?.kind ?? 'keychain')}
              folders={ownFolders(view)}
              waiting={
                isInUse
                  ? Object.fromEntries(
                      (waiting.data ?? []).map(({ id, backlog_waiting: files }) => [id, files]),
                    )
                  : null
              }
              decisions={decisions}
              onDecide={(folder, decision) => setDecisions({ ...decisions, [folder]: decision })}
            />
          )}
          {finish.failure !== null && <FailureBox failure={finish.failure} />}
          {test.busy && <Progress label={t('settings.secret.checking')} />}
          {finish.busy && <Progress label={t('connect.finishing')} />}
        </section>
      </Form>
    </Dialog>
  );
}

// Asks the engine for the place that would keep the secrets of a service. The engine writes a test value into the keychain, so the dialog
// calls `look` only when the person opens this step.
function usePlaceOfSecrets() {
  const { run, failure, busy } = useAction('connect.place');
  const [data, setData] = useState<Parameters<typeof SecretStep>[0]['place']>(null);
  // The answer of before stays on the screen, so that the pressed button keeps the focus.
  const lookAgain = useCallback(
    async (environment: string) => {
      const result = await run({ environment });
      if (result.ok) setData(result.value);
    },
    [run],
  );
  const look = (environment: string) => {
    setData(null);
    return lookAgain(environment);
  };
  return { data, failure, looking: busy, look, lookAgain };
}

// When the step changes, the button that the person pressed disappears. The first text field of the new step then gets the focus, or else
// the step itself.
function useFocusedStep(step: Step) {
  const body = useRef<HTMLElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    focusStep(body.current);
    body.current
      ?.querySelector<HTMLElement>('input:not([type="checkbox"], [type="radio"])')
      ?.focus({ preventScroll: true });
  }, [step]);
  return body;
}

/** Says at the first step that unsent documents would stop the last step (`settings.drops-open`). */
function OpenDrafts({ onLeave }: { onLeave(): void }) {
  const host = useHost();
  const drops = useVerb('drops.list', {}).data ?? [];
  const open = drops.filter(isUnsent);
  if (open.length === 0) return null;
  const count = open.reduce((sum, { files }) => sum + files.length, 0);
  return (
    <FailureBox
      failure={{ message: t('connect.drafts', { count }), next: t('connect.drafts.next', { count }) }}
    >
      {open.some(isDraft) && (
        <Button
          size="small"
          onPress={() => {
            onLeave();
            void openNewestDraft(host);
          }}
        >
          {t('today.do.drop')}
        </Button>
      )}
    </FailureBox>
  );
}
