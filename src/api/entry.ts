import type { Request, RequestHandler, Response } from 'express';
import { hostNameOf, isLoopbackName, shownHost } from '../spec/host-name.ts';
import { forwardingOf, isLoopback } from './forwarding.ts';
import type { Admission, Keyring } from './keyring.ts';
import { Refusal, refuse } from './refusal.ts';
import { ownRoute, type Route } from './route.ts';
import { requests } from './schemas/all-schemas.ts';
import type { AdminError } from './schemas/platform.ts';

/**
 * Lets those in who are on this machine, and those who hold the key. What comes from this machine's
 * own address may come through a proxy or a tunnel on it: then the key is asked for, too. Where
 * there is none, only a proxy that tells of nobody but this machine is let in (a development server).
 */
export const createEntry =
  (keyring: Keyring | undefined): RequestHandler =>
  (request, response, next) => {
    const caller = callerOf(request);
    if (caller.kind === 'here' || (keyring === undefined && caller.isTrusted)) return next();
    if (keyring === undefined) return refuse(response, 403, noToken(caller.why));
    const admission = keyring.admit(request);
    if (admission.kind === 'admitted') next();
    else turnAway(response, admission, caller.why);
  };

type Caller =
  | { readonly kind: 'here' }
  | {
      readonly kind: 'perhaps elsewhere';
      /** Why it is not taken for somebody on this machine. */
      readonly why: string;
      /** Let in where no token is configured. */
      readonly isTrusted: boolean;
    };

const callerOf = ({ socket, headers }: Request): Caller => {
  if (!isLoopback(socket.remoteAddress)) return elsewhere('It comes from another machine.');
  const forwarding = forwardingOf(headers);
  if (forwarding.kind === 'forwarded') {
    const why = `It comes through a proxy: it has the header ${forwarding.header}.`;
    return { ...elsewhere(why), isTrusted: forwarding.isFromHere };
  }
  if (isLoopbackName(hostNameOf(headers.host) ?? '')) return { kind: 'here' };
  // A name that admin.hosts lists: the guard has refused all others.
  return { ...elsewhere(`It is addressed to ${shownHost(headers.host)}.`), isTrusted: true };
};

const elsewhere = (why: string) => ({ kind: 'perhaps elsewhere', why, isTrusted: false }) as const;

const noToken = (why: string): AdminError => ({
  error: 'remote_not_allowed',
  message: `The admin API is for this machine only: no admin token is configured. This request may be of another one. ${why}`,
  remedy:
    'Set admin.token in the configuration of walletproof serve, or come from the machine that it runs on, past any proxy.',
});

type TurnedAway = Exclude<Admission, { readonly kind: 'admitted' }>;

const turnAway = (response: Response, admission: TurnedAway, why: string): void => {
  if (admission.kind === 'locked') response.set('retry-after', secondsOf(admission.waitMs));
  else response.set('www-authenticate', 'Bearer');
  const { status, body } = refusalOf(admission, why);
  refuse(response, status, body);
};

const refusalOf = (admission: TurnedAway, why: string): Refusal => {
  switch (admission.kind) {
    case 'no token':
      return new Refusal(401, tokenNeeded(why));
    case 'wrong':
      return new Refusal(401, wrongToken);
    case 'locked':
      return new Refusal(429, tooManyGuesses(admission.waitMs));
  }
};

const tokenNeeded = (why: string): AdminError => ({
  error: 'token_required',
  message: `This request needs the admin token. ${why}`,
  remedy: 'Send Authorization: Bearer TOKEN, or POST /__admin/login {"token": "TOKEN"} for a cookie.',
});

const wrongToken: AdminError = {
  error: 'token_required',
  message: 'This is not the admin token.',
  remedy: 'Use admin.token of the configuration that walletproof serve was started with.',
};

const tooManyGuesses = (waitMs: number): AdminError => ({
  error: 'too_many_guesses',
  message: `Too many admin tokens were wrong: for ${spanOf(waitMs)} none is looked at, the right one neither.`,
  remedy: 'Wait that long. Who is logged in stays so; and who is on the machine itself needs no token.',
});

const secondsOf = (ms: number): string => String(Math.ceil(ms / 1_000));

const spanOf = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds === 1) return '1 second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
};

/** Answers with a cookie. `keyring`: absent where no admin token is configured. */
export const loginRoute = (keyring: Keyring | undefined): Route =>
  ownRoute('POST /login', {
    name: 'logIn',
    tag: 'platform',
    summary: 'Log in from another machine',
    description:
      'Exchanges the admin token for a cookie. On the machine itself it is not needed. After some wrong tokens the next one has to wait, longer each time.',
    body: requests.Login,
    answer: { status: 204, description: 'The cookie is set.' },
    serve: (request, response, { body: { token } }) => {
      if (keyring === undefined) throw new Refusal(403, nothingToLogIn);
      const admission = keyring.logIn(request, token);
      if (admission.kind === 'admitted') response.status(204).set('set-cookie', admission.cookie).end();
      else turnAway(response, admission, '');
    },
  });

const nothingToLogIn: AdminError = {
  error: 'remote_not_allowed',
  message: 'No admin token is configured: there is nothing to log in with.',
  remedy: 'Set admin.token in the configuration of walletproof serve.',
};
