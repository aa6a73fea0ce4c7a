import type { VNode } from 'preact';
import { plural } from '../../base/quantities.ts';
import { visibleText } from '../../base/visible-text.ts';
import { Brand } from '../../components/brand.tsx';
import { Fact } from '../parts/blocks.tsx';
import { Button } from '../parts/button.tsx';
import { currentRoute, hrefOf, type PageName } from '../parts/routes.ts';
import { type ConnectionState, store } from '../parts/store.ts';
import { closeComposer, composerDraft, openComposer } from './composer/open-composer.ts';
import { openFindings } from './findings/open-findings.ts';
import { overlay } from './keys/overlay.ts';
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
    <About />
    <ConnectionNote />
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

const showKeys = (): void => {
  overlay.value = 'keys';
};

/** A new one for each number: it moves as it comes. */
const FindingCount = (): VNode | null => {
  const { length } = openFindings.value;
  if (length === 0) return null;
  const isBroken = openFindings.value.some(({ weight }) => weight === 'breach');
  return (
    <span key={length} class={isBroken ? 'count' : 'count risk'}>
      {length}
      <span class="unseen"> {length === 1 ? 'thing' : 'things'} to fix</span>
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

/** Which agent it is, in a word; pressed, all about how the platform was started. */
const About = (): VNode | null => {
  const setup = store.setup.value;
  if (setup === undefined) return null;
  const { agentId, callbackUrl, exampleAgent } = setup;
  return (
    <div class="who">
      <button type="button" popovertarget="about">
        Agent {agentId}{' '}
        <code class="more" title={callbackUrl}>
          {callbackUrl === undefined ? 'no callback URL' : visibleText(withoutScheme(callbackUrl))}
        </code>
        {exampleAgent === undefined ? null : (
          <span class="tag">{exampleAgent === 'none' ? 'example' : exampleAgent}</span>
        )}
      </button>
      <div id="about" popover="auto" role="dialog" aria-label="Agent and platform">
        <AboutFacts setup={setup} />
      </div>
    </div>
  );
};

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');

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

const states: Readonly<Record<ConnectionState, readonly [sign: string, text: string, tone: string]>> = {
  connecting: ['…', 'connecting', 'none'],
  live: ['●', 'live', 'good'],
  lost: ['✗', 'not connected: trying again', 'bad'],
};

const ConnectionNote = (): VNode => {
  const [sign, text, tone] = states[store.connection.value];
  return (
    <p class={`connection tone-${tone}`} role="status">
      <span aria-hidden="true">{sign}</span> {text}
    </p>
  );
};
