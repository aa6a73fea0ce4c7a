import type { VNode } from 'preact';
import { plural } from '../../base/quantities.ts';
import { visibleText } from '../../base/visible-text.ts';
import { Brand } from '../../components/brand.tsx';
import { ErrorNote, Fact } from '../parts/blocks.tsx';
import { Button } from '../parts/button.tsx';
import { callAdmin } from '../parts/call-admin.ts';
import { useAction } from '../parts/requests.ts';
import { currentRoute, hrefOf, type PageName } from '../parts/routes.ts';
import { store } from '../parts/store.ts';
import { headline, nowOn } from './agent-state.ts';
import { closeComposer, composerDraft, openComposer } from './composer/open-composer.ts';
import { openFindings } from './follow-findings.ts';
import { showKeys } from './keys/keys.tsx';
import { addressOf, pageLinks } from './page-links.ts';

/** Name, the way to every page, agent, connection. */
export const Header = (): VNode => (
  <header class="shell-header">
    <p class="shell-name">
      <a href={hrefOf('findings')}>
        <Brand />
        walletproof
      </a>
    </p>
    <nav class="pages" aria-label="Pages">
      <ul>
        {pageLinks.map(({ page, title, under }) => (
          <li key={page}>
            <a href={addressOf(page)} aria-current={currentOf(page, under)}>
              {title}
              {page === 'findings' ? <FindingCount /> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <AgentMenu />
    <ComposerButton />
    <div class="show-keys">
      <Button label="Keys" hint="keys" onPress={showKeys}>
        ?
      </Button>
    </div>
  </header>
);

const currentOf = (page: PageName, under: PageName | undefined): 'page' | 'true' | undefined => {
  const { page: here, id } = currentRoute.value;
  if (here === page) return id === undefined ? 'page' : 'true';
  return under === here ? 'true' : undefined;
};

/** A new one for each number: it moves as it comes. */
const FindingCount = (): VNode | null => {
  const { fix, consider } = openFindings.value;
  const [{ length }, isBroken] = fix.length > 0 ? [fix, true] : [consider, false];
  if (length === 0) return null;
  return (
    <span key={length} class={isBroken ? 'count' : 'count risk'}>
      {length}
      <span class="unseen">
        {' '}
        {length === 1 ? 'thing' : 'things'} to {isBroken ? 'fix' : 'consider'}
      </span>
    </span>
  );
};

const ComposerButton = (): VNode => {
  const isOpen = composerDraft.value !== undefined;
  return (
    <Button pressed={isOpen} onPress={() => (isOpen ? closeComposer() : openComposer())}>
      Send <span class="more">a callback</span> <kbd>c</kbd>
    </Button>
  );
};

/** How the agent is, in a line; pressed, what is on with a way to switch it off, and how the platform was started. */
const AgentMenu = (): VNode | null => {
  const setup = store.setup.value;
  const { sign, text, tone } = headline.value;
  return (
    <div class="agent-state">
      <button
        type="button"
        popovertarget="agent"
        class={`tone-${tone}`}
        aria-label={visibleText(`Agent ${setup?.agentId ?? ''}: ${text}`)}
      >
        <span class="more quiet">Agent {setup?.agentId}</span> <span aria-hidden="true">{sign}</span>{' '}
        <span class="text">{visibleText(text)}</span>
      </button>
      <p class="unseen" role="status">
        {tone === 'bad' ? visibleText(`The agent: ${text}`) : ''}
      </p>
      <div id="agent" popover="auto" role="dialog" aria-label="Agent and platform">
        {nowOn.value.length === 0 ? null : (
          <ul class="plain">
            {nowOn.value.map((thing) => (
              <Switch key={thing.key} thing={thing} />
            ))}
          </ul>
        )}
        <SilenceNote />
        {setup === undefined ? null : <AboutFacts setup={setup} />}
      </div>
    </div>
  );
};

const Switch = ({
  thing: { text, off, method, path, body },
}: {
  readonly thing: (typeof nowOn.value)[number];
}): VNode => {
  const [act, { busy, error }] = useAction();
  return (
    <li class="row">
      <span>{visibleText(text)}</span>
      <Button disabled={busy} label={`${off}: ${text}`} onPress={() => act(() => callAdmin<void>(method, path, body))}>
        {off}
      </Button>
      <ErrorNote error={error} />
    </li>
  );
};

/** Why nobody answers, and what to do. */
const SilenceNote = (): VNode | null => {
  const { silent } = store.health.value;
  if (silent === undefined) return null;
  return (
    <div class="error">
      <p class="what">{visibleText(silent.message)}</p>
      <p>Is the agent running, and is this its address? The next answer clears it.</p>
    </div>
  );
};

const AboutFacts = ({ setup }: { readonly setup: NonNullable<typeof store.setup.value> }): VNode => (
  <dl class="facts">
    <Fact title="agent">
      {setup.agentId}
      {setup.exampleAgent === undefined ? null : `, the example agent (${exampleText(setup)})`}
    </Fact>
    <Fact title="callbacks go to">
      {setup.callbackUrl === undefined ? 'nowhere: no URL is set' : <Code text={setup.callbackUrl} />}
    </Fact>
    <Fact title="platform">
      <Code text={setup.baseUrl} />
    </Fact>
    <Fact title="dialect">{setup.dialect ?? 'the one each call is signed in'}</Fact>
    <Fact title="players">{plural(setup.players.length, 'player')}</Fact>
    <Fact title="journal">
      <Code text={setup.journal} />
    </Fact>
    <Fact title="delivery">{setup.delivery}</Fact>
    <Fact title="walletproof">{setup.version}</Fact>
    <Fact title="more">
      <a href={hrefOf('agents')}>All agents</a>
    </Fact>
  </dl>
);

const exampleText = ({ exampleAgent }: { readonly exampleAgent?: string }): string =>
  exampleAgent === 'none' ? 'without a defect' : `defect ${exampleAgent}`;

const Code = ({ text }: { readonly text: string }): VNode => <code>{visibleText(text)}</code>;
