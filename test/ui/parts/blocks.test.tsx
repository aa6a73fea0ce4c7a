import { renderToString } from 'preact-render-to-string';
import { ErrorNote } from '../../../src/ui/parts/blocks.tsx';
import { AdminRefusal } from '../../../src/ui/parts/call-admin.ts';

test('a refusal is told with its remedy', () => {
  const refusal = new AdminRefusal(422, {
    error: 'invalid',
    message: 'bet is <b>no</b> decimal.',
    remedy: 'Write it like 10.50.',
  });
  const markup = renderToString(<ErrorNote error={refusal} />);
  expect(markup).toContain('bet is &lt;b>no&lt;/b> decimal.');
  expect(markup).toContain('Write it like 10.50.');
});

test('nothing stands there without an error', () => {
  expect(renderToString(<ErrorNote error={undefined} />)).toBe('');
});
