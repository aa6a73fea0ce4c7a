import type { AdminError } from '../../api/schemas/platform.ts';

/** An answer of the admin API that is no success, as its error body tells it. */
export class AdminRefusal extends Error {
  readonly code: string;
  readonly remedy: string | undefined;
  readonly status: number;

  constructor(status: number, { error, message, remedy }: AdminError) {
    super(message);
    this.name = 'AdminRefusal';
    this.status = status;
    this.code = error;
    this.remedy = remedy;
  }
}

/**
 * Calls the admin API (`path` without `/__admin`) and gives the JSON it answers. Throws an
 * AdminRefusal for anything but a success; once `signal` ends it, what the signal says.
 */
export const callAdmin = async <T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> => {
  const response = await reach(`/__admin${path}`, {
    method,
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = parse(text);
  if (response.ok) return answer as T;
  throw new AdminRefusal(response.status, errorOf(answer, response.status));
};

const unreachable: AdminError = {
  error: 'unreachable',
  message: 'The platform does not answer.',
  remedy: 'Is walletproof serve still running? This page goes on when it is back.',
};

const reach = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init);
  } catch {
    init.signal?.throwIfAborted();
    throw new AdminRefusal(0, unreachable);
  }
};

const parse = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const errorOf = (answer: unknown, status: number): AdminError => {
  const given = answer as Partial<AdminError> | undefined;
  return typeof given?.message === 'string'
    ? { error: given.error ?? 'error', message: given.message, remedy: given.remedy }
    : { error: 'error', message: `The platform answered HTTP ${status}.` };
};
