import { parseJson } from '../../json/parse-json.ts';
import { signBody } from '../../signing/sign-body.ts';
import type { Callback } from '../../spec/callback.ts';
import { composeCall } from '../compose-call.ts';
import type { ComposedCall } from '../composed-call.ts';
import type { Play } from '../play.ts';
import { plainOptions } from '../play.ts';
import type { Way } from './ways.ts';

/** A callback put on the wire in a way, signed in the dialect of the agent. */
export const composeWay = ({ press }: Play, way: Way, callback: Callback): ComposedCall => {
  const label = `${callback.type}, ${way.name}`;
  const options = { ...plainOptions, fields: way.fields ?? {} };
  const plain = composeCall(press, { label, callback, options });
  const text = textOf(way, Buffer.from(plain.body).toString('utf8'));
  return {
    ...plain,
    headers: {
      'content-type': way.contentType ?? 'application/json',
      'x-signature': signBody(text, press.agent.dialect, press.agent.token),
    },
    body: Buffer.from(text),
    ...(way.wire === undefined ? {} : { wire: way.wire }),
  };
};

const textOf = ({ write }: Way, plain: string): string => {
  const body = parseJson(plain);
  return write === undefined || body.kind !== 'object' ? plain : write(body);
};
