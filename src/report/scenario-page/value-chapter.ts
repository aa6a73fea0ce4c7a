import { namesOf } from '../../spec/closed-list.ts';
import { forgeries, platformFaults, signatureVariants, writtenResends } from '../../spec/fault.ts';
import { httpForms } from '../../spec/http-form.ts';
import { likenesses, playerLikenesses } from '../../spec/likeness.ts';
import { agentErrors } from '../../spec/refusal.ts';
import { code, prose, table } from '../markdown-parts.ts';

type Meanings = Readonly<Record<string, string | { readonly meaning: string }>>;

/** Every value that is one of a list, and what it means. */
export const valueChapter = (): string[] => [
  '## Values',
  ...section('Refusals: `expect: { refused: … }`', agentErrors),
  ...section('Resends: `resend: { call: …, as: … }`', writtenResends),
  ...section('Signatures: `signature: …`', signatureVariants),
  ...section('Forgeries: `signature: { forged: … }`', forgeries),
  '`reused` and `known-request-id` need an earlier call: `signature: { forged: reused, of: first }`.',
  ...section('Ids that look alike: `alike: …`', likenesses),
  ...section('Players that look alike: `player: { alike: … }`', playerLikenesses),
  ...section('HTTP: `http: …`', httpForms),
  ...section('Faults of the platform: `launch: { fault: … }`', platformFaults),
  '### Durations: `wait: …`, `patience: …`',
  'A number and `ms`, `s`, `m` or `h`, without a space: `500ms`, `1.5s`, `2m`, `4h`.',
];

const section = (title: string, list: Meanings): string[] => [
  `### ${title}`,
  table(
    ['value', 'meaning'],
    namesOf(list).map((name) => {
      const record = list[name] ?? '';
      return [code(name), prose(typeof record === 'string' ? record : record.meaning)];
    }),
  ),
];
