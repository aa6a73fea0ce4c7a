import type { RequestHandler, Response } from 'express';
import { refuse } from '../api/refuse.ts';
import type { Keyring } from './create-keyring.ts';
import { isLoopback } from './is-loopback.ts';

/** Lets those in who are on this machine, and those who hold the key; headers of proxies are not believed. */
export const createEntry =
  (keyring: Keyring | undefined): RequestHandler =>
  (request, response, next) => {
    if (isLoopback(request.socket.remoteAddress) || keyring?.holdsKey(request.headers)) next();
    else turnAway(response, keyring);
  };

const turnAway = (response: Response, keyring: Keyring | undefined): void => {
  if (keyring === undefined) refuse(response, 403, noToken);
  else refuse(response.set('www-authenticate', 'Bearer'), 401, tokenNeeded);
};

const noToken = {
  error: 'remote_not_allowed',
  message: 'The admin API is for this machine only: no admin token is configured.',
  remedy:
    'Set admin.token in the configuration of walletproof serve, or come from the machine that it runs on.',
};

const tokenNeeded = {
  error: 'token_required',
  message: 'From another machine the admin API needs the admin token.',
  remedy:
    'Send Authorization: Bearer TOKEN, or POST /__admin/login {"token": "TOKEN"} for a cookie.',
};
