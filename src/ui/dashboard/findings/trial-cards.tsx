import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { SentByHand } from '../../../api/schemas/hand-callbacks.ts';
import { type Trial, type TrialName, trials } from '../../../spec/trials.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { useAction } from '../../parts/requests.ts';
import { store } from '../../parts/store.ts';
import { SentAnswers } from '../composer/sent-answers.tsx';
import { tryOut } from './try-out.ts';

/** What was tried here, with what came of it: it stays while the dashboard is open. */
const tried = signal<ReadonlyMap<TrialName, SentByHand>>(new Map());

/** What the agent was never tried with: a card each, whose button does it at once. */
export const NeverTried = ({ untried }: { readonly untried: readonly TrialName[] }): VNode | null => {
  const shown = (Object.keys(trials) as TrialName[]).filter((name) => untried.includes(name) || tried.value.has(name));
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="never-tried">
      <h2 id="never-tried">{untried.length === 0 ? 'Tried here' : 'Never tried yet'}</h2>
      <ul class="trials">
        {shown.map((name) => (
          <li key={name}>
            <TrialCard name={name} trial={trials[name]} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const TrialCard = ({ name, trial }: { readonly name: TrialName; readonly trial: Trial }): VNode => {
  const sent = tried.value.get(name);
  return (
    <article class={sent === undefined ? 'trial' : 'trial done'}>
      <h3>{trial.title}</h3>
      {sent === undefined ? <p class="quiet">{trial.missing}</p> : null}
      {name === 'request' ? <ShowHow trial={trial} /> : <TryIt name={name} trial={trial} />}
      <div role="status">{sent === undefined ? null : <SentAnswers sent={sent} />}</div>
    </article>
  );
};

const TryIt = ({ name, trial }: { readonly name: Exclude<TrialName, 'request'>; readonly trial: Trial }): VNode => {
  const [act, { busy, error }] = useAction();
  const setup = store.setup.value;
  const send = (): void =>
    act(async () => {
      if (setup === undefined) return;
      const sent = await tryOut(name, setup);
      tried.value = new Map(tried.value).set(name, sent);
    });
  return (
    <>
      <Button
        look="plain"
        disabled={busy || setup?.callbackUrl === undefined}
        onPress={send}
        label={`${trial.title}: ${trial.button}`}
      >
        {busy ? 'Sending…' : trial.button} <span aria-hidden="true">→</span>
      </Button>
      <ErrorNote error={error} />
    </>
  );
};

/** The agent has to ask: with its own code. */
const ShowHow = ({ trial }: { readonly trial: Trial }): VNode => {
  const [isOpen, setOpen] = useState(false);
  const setup = store.setup.value;
  return (
    <>
      <Button look="plain" onPress={() => setOpen(!isOpen)}>
        {trial.button} <span aria-hidden="true">→</span>
      </Button>
      {isOpen && setup !== undefined ? (
        <>
          <p>
            Point your agent at this base URL, with <code>agent_id</code> {setup.agentId}. Whatever is wrong with its
            signature will stand here.
          </p>
          <CodeBlock text={`POST ${setup.baseUrl}/api/games/list`} label="First request" />
        </>
      ) : null}
    </>
  );
};
