import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import express from 'express';
import { createPageFiles, loadPageFile } from '../../src/api/create-dashboard.ts';
import type { PageFile } from '../../src/platform/page-file.ts';

const files: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html>',
  'dashboard.js': 'console.log(1)',
};
const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'dashboard.js': 'text/javascript; charset=utf-8',
};

/** As the build leaves them: the page itself is plain, what it loads is packed. */
const fileOf = (name: string, text: string): PageFile => {
  const type = types[name] ?? '';
  if (name === 'index.html') return { type, bytes: Buffer.from(text) };
  return { type, bytes: gzipSync(text), encoding: 'gzip' };
};

const withPage = async (
  built: Readonly<Record<string, string>>,
  ask: (url: string) => Promise<void>,
): Promise<void> => {
  const load = async (name: string) => (Object.hasOwn(built, name) ? fileOf(name, built[name] ?? '') : undefined);
  const server = express().use(createPageFiles(load)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

it('serves the page and its files, those compressed for who takes it', async () => {
  await withPage(files, async (url) => {
    const page = await fetch(`${url}/`, { headers: { 'accept-encoding': 'identity' } });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-encoding')).toBeNull();
    expect(await page.text()).toBe('<!doctype html>');
    const script = await fetch(`${url}/__dashboard/dashboard.js`);
    expect(script.headers.get('content-encoding')).toBe('gzip');
    expect(await script.text()).toBe('console.log(1)');
    const head = await fetch(`${url}/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

it('has no files but those of the page', async () => {
  await withPage(files, async (url) => {
    for (const name of ['none.js', '..%2f..%2fpackage.json', 'toString']) {
      expect((await fetch(`${url}/__dashboard/${name}`)).status).toBe(404);
    }
  });
});

it('tells how to build a page that is not there', async () => {
  await withPage({}, async (url) => {
    const page = await fetch(`${url}/`);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('npm run build');
  });
});

it.each(['../index.html', '/etc/passwd', 'a/b.js', '..', 'x.constructor', 'x.ts', '\0.js', ''])(
  'loads nothing under the name %j',
  async (name) => {
    expect(await loadPageFile(name)).toBeUndefined();
  },
);

const script = '/__dashboard/dashboard.js';

it('unpacks a file for who takes no gzip', async () => {
  await withPage(files, async (url) => {
    for (const coding of ['identity', 'gzip;q=0', 'br']) {
      const plain = await fetch(url + script, { headers: { 'accept-encoding': coding } });
      expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([...[null, 'console.log(1)']]);
      expect(plain.headers.get('vary')).toContain('accept-encoding');
    }
  });
});

it('lets browsers keep it, and ask whether it is another one', async () => {
  const built: Record<string, string> = { ...files };
  await withPage(built, async (url) => {
    for (const path of ['/', script]) {
      const first = await fetch(url + path);
      expect(first.headers.get('cache-control')).toBe('no-cache');
      const tag = first.headers.get('etag') ?? '';
      const known = { headers: { 'if-none-match': tag } };
      const again = await ask304(url + path, tag);
      expect([again.status, again.length, again.etag]).toEqual([304, 0, tag]);
      built['index.html'] = '<!doctype html><p>';
      built['dashboard.js'] = 'console.log(2)';
      const other = await fetch(url + path, { ...known, cache: 'no-store' });
      expect(await other.text()).not.toBe(await first.text());
      Object.assign(built, files);
    }
  });
});

it('gives the whole file to who asks for a part: no part is kept as the whole', async () => {
  await withPage(files, async (url) => {
    const part = await fetch(url + script, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([200, 'console.log(1)']);
  });
});

/** `fetch` would ask again by itself. */
const ask304 = async (url: string, tag: string) =>
  await new Promise<{ status?: number; length: number; etag?: string }>((resolve, reject) => {
    get(url, { headers: { 'if-none-match': tag, 'accept-encoding': 'gzip' } }, (response) => {
      let length = 0;
      response.on('data', (bytes: Buffer) => {
        length += bytes.length;
      });
      response.on('end', () => resolve({ status: response.statusCode, length, etag: response.headers.etag }));
    }).on('error', reject);
  });
