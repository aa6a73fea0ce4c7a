import { bullets } from '../markdown-parts.ts';
import { agentChapter } from './agent-chapter.ts';
import { callbackChapter } from './callback-chapter.ts';
import { errorChapter } from './error-chapter.ts';
import { requestChapter } from './request-chapter.ts';
import { presetChapter, silenceChapter } from './silence-chapter.ts';
import { stateChapter } from './state-chapter.ts';

/** `docs/platform.md`: the platform as somebody meets it who has read the specification alone. */
export const renderPlatformPage = (): string => `${[...preface, ...chapters()].join('\n\n')}\n`;

const chapters = (): readonly string[] => [
  ...requestChapter(),
  ...callbackChapter(),
  ...errorChapter(),
  ...stateChapter(),
  ...silenceChapter(),
  ...agentChapter(),
  ...presetChapter(),
];

const preface = [
  '# The platform, as walletproof plays it',
  'You have read the specification. This page says what `walletproof serve` makes of it: every operation and every callback with every field, in which order a request is checked, and what is done where the specification says nothing.',
  bullets([
    '**assumed** marks what the specification does not show. It is ours; a real platform may do otherwise. Ask its manager before you rely on it: [questions.md](questions.md) is the mail.',
    'Words such as `quirks.retries` are [settings](#the-settings), told with their defaults. "Section 6" is that of the specification.',
    '`walletproof explain freespins_grant` prints the same in a terminal: any operation, callback, error code or setting, with `--json` for programs.',
    'As OpenAPI 3.1, with the callbacks as webhooks: [platform.openapi.json](platform.openapi.json), and `GET /__admin/platform.openapi.json` of a running `serve`.',
    'Traffic and the page of controls belong to the dashboard at `{base_url}/`; the drawer stands beside every game that a link opens: [dashboard.md](dashboard.md).',
    'Generated from the records in `src/spec/` that the platform itself works with.',
  ]),
  'In this page: [requests](#requests-of-the-agent) · [operations](#the-operations) · [callbacks](#callbacks-of-the-platform) · [error codes](#error-codes) · [sessions, rounds, packs and demos](#sessions-rounds-packs-and-demos) · [what is left open](#what-the-specification-leaves-open) · [settings](#the-settings) · [agents and games](#agents-and-games) · [as strict as you like](#as-strict-as-you-like)',
];
