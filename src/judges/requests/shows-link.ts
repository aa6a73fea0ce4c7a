import type { Exchange } from '../../spec/exchange.ts';
import type { LaunchRecord } from '../launch-record.ts';

/** Whether the agent's answer to the hook shows the link that the platform gave with this answer. */
export const showsLink = ({ answer }: Pick<LaunchRecord, 'answer'>, given: Exchange): boolean => {
  const key = linkKeyOf(given);
  if (key === undefined || answer.kind === 'failed') return false;
  return `${answer.location ?? ''} ${answer.body}`.includes(key);
};

/** The secret end of a launch link: found again however the agent writes the URL. */
export const linkKeyOf = ({ answer }: Exchange): string | undefined => {
  if (answer.kind === 'failed') return undefined;
  try {
    const { content } = JSON.parse(Buffer.from(answer.body).toString()) as Envelope;
    const key = String(content?.url ?? '')
      .split('/')
      .at(-1);
    return key === '' ? undefined : key;
  } catch {
    return undefined;
  }
};

interface Envelope {
  readonly content?: { readonly url?: unknown };
}
