import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import express from 'express';
import { createPageFiles, loadPageFile } from '../../src/api/create-dashboard.ts';

const files: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html>',
  'dashboard.js': 'console.log(1)',
};
const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'dashboard.js': 'text/javascript; charset=utf-8',
};

const withPage = async (
  built: Readonly<Record<string, string>>,
  ask: (url: string) => Promise<void>,
): Promise<void> => {
  const load = async (name: string) =>
    Object.hasOwn(built, name)
      ? { type: types[name] ?? '', bytes: Buffer.from(built[name] ?? '') }
      : undefined;
  const server = express().use(createPageFiles(load)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

it('serves the page and its files, compressed for those who take it', async () => {
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

it('compresses a file anew when it is built anew', async () => {
  const built: Record<string, string> = { 'index.html': 'one' };
  await withPage(built, async (url) => {
    expect(await (await fetch(`${url}/`)).text()).toBe('one');
    built['index.html'] = 'two';
    expect(await (await fetch(`${url}/`)).text()).toBe('two');
  });
});
