import { wrappedLines } from '../base/text-table.ts';
import { type Setting, writtenValue } from '../spec/settings.ts';
import { proseColumns, type TextPage } from './page.ts';

/** Settings for open points as a table: what each decides, its default and its values. */
export const settingLines = (settings: readonly Setting[], page: TextPage): string[] => {
  const keyWidth = Math.max(...settings.map(({ key }) => key.length)) + gap;
  const room = Math.max(leastText, proseColumns(page, keyWidth + sectionWidth));
  const line = (key: string, section: string, text: string): string =>
    `${key.padEnd(keyWidth)}${section.padEnd(sectionWidth)}${text}`.trimEnd();
  return [
    line('key', 'section', 'what it decides'),
    ...settings.flatMap((setting) =>
      textsOf(setting, room).map((text, index) =>
        index === 0 ? line(setting.key, setting.section, text) : line('', '', text),
      ),
    ),
    'walletproof explain retries (or another) tells one of them; --json prints them all.',
  ];
};

const gap = 2;

const sectionWidth = 'section'.length + gap;

/** Narrower than this, text is no easier to read than too wide. */
const leastText = 30;

const textsOf = (setting: Setting, room: number): string[] => {
  const { description, byDefault, values, written = '', why } = setting;
  return [
    ...wrappedLines(description, room),
    ...labelled('default', writtenValue(byDefault), room),
    ...labelled('values', values?.join(', ') ?? written, room),
    ...labelled('why', why, room),
  ];
};

const labelWidth = 'default'.length + gap;

const labelled = (label: string, text: string, room: number): string[] =>
  wrappedLines(text, room - labelWidth).map((line, index) => (index === 0 ? label : '').padEnd(labelWidth) + line);
