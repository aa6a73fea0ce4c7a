import { fieldsOfText } from '../../../../src/ui/dashboard/exchange/compare-fields.ts';

const fields = (text: string) => [...fieldsOfText(text)];

test('each field has its path, and the text that was sent', () => {
  expect(fields('{"bet":1.10,"freespins":{"played":1,"list":[{"a":null},"x: y"]},"empty":{}}')).toEqual([
    ['bet', '1.10'],
    ['freespins.played', '1'],
    ['freespins.list.0.a', 'null'],
    ['freespins.list.1', '"x: y"'],
    ['empty', '{}'],
  ]);
});

test('what is no object is one field', () => {
  expect(fields('17')).toEqual([['body', '17']]);
  expect(fields('<html>')).toEqual([['body', '<html>']]);
});
