import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** A file of a page: its bytes, and whether they are packed as the build leaves them. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly encoding?: 'gzip';
}

/** A file of a built page; undefined where it is not there. */
export const readPageFile = async (url: URL, type: string): Promise<PageFile | undefined> => {
  const packed = await readIfThere(new URL(`${url.href}.gz`));
  if (packed !== undefined) return { type, bytes: packed, encoding: 'gzip' };
  const bytes = await readIfThere(url);
  return bytes && { type, bytes };
};

const readIfThere = async (url: URL): Promise<Buffer | undefined> => {
  try {
    return await readFile(url);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Sends it, or says that the browser has it already: it asks each time, since another version of
 * walletproof has other bytes under the same name. Who takes no gzip is sent the plain bytes.
 */
export const sendPageFile = (request: Request, response: Response, { type, bytes, encoding }: PageFile): void => {
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  response.set({ 'content-type': type, 'cache-control': 'no-cache', etag });
  response.vary('accept-encoding');
  if (encoding === undefined) response.send(bytes);
  else if (request.acceptsEncodings('gzip', 'identity') === 'gzip') {
    response.set('content-encoding', encoding).send(bytes);
  } else response.send(gunzipSync(bytes));
};
