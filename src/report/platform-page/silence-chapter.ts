import { type OpenPoint, openPoints } from '../../spec/open-points.ts';
import { type Preset, presets } from '../../spec/presets.ts';
import { sections } from '../../spec/requirements/catalogue.ts';
import { type Setting, settings, writtenValue } from '../../spec/settings.ts';
import { block, bullets, code, prose, table } from '../markdown-parts.ts';

/** Every point that the specification leaves open, and every setting for one. */
export const silenceChapter = (): readonly string[] => [
  '## What the specification leaves open',
  'Every such point has a setting, or a choice that is described here. The next chapter has the settings with all their values. As a mail to the manager of the platform, what a wrong guess costs most first: [questions.md](questions.md).',
  ...Object.entries(sections).flatMap(sectionOf),
  '## The settings',
  'They stand in `walletproof.config.yaml`; `walletproof explain retries` and `walletproof list quirks` tell the same. The dialects with their names: [signing.md](signing.md#dialects).',
  table(['setting', 'section', 'default', 'values', 'what it decides, and why the default'], settings.map(settingRow)),
];

const sectionOf = ([section, heading]: [string, string]): readonly string[] => {
  const own = openPoints.filter((each) => each.section === section);
  return own.length === 0 ? [] : [`### Section ${section}: ${heading}`, bullets(own.map(pointText))];
};

const pointText = ({ point, choice, settings: keys }: OpenPoint): string =>
  [`**${prose(point)}**`, ...(choice === undefined ? [] : [prose(choice)]), ...byText(keys)].join(' ');

/** The settings that decide a point, each with its default and what else it can be. */
export const byText = (keys: OpenPoint['settings']): string[] =>
  keys.length === 0 ? [] : [`Set by ${keys.map(defaultText).join(', ')}.`];

/** Default and what else it can be, where that is a closed list. */
const defaultText = (key: OpenPoint['settings'][number]): string => {
  const found = settings.find((each) => each.key === key);
  if (found === undefined) return code(key);
  const others = (found.values ?? []).filter((value) => value !== found.byDefault).map(code);
  return `${code(key)} (${[valueText(found), ...others].join(', or ')})`;
};

/** A value as code; a default in words as it is. */
const valueText = ({ byDefault }: Pick<Setting, 'byDefault'>): string => {
  const written = writtenValue(byDefault);
  return written.includes(' ') && !written.startsWith('[') ? written : code(written);
};

const settingRow = (setting: Setting): readonly string[] => {
  const { key, section, values, written = '', description, why } = setting;
  return [
    code(key),
    section,
    valueText(setting),
    values?.map(code).join(', ') ?? written,
    `${prose(description)} ${prose(why)}`,
  ];
};

/** Settings that together make a platform of another kind. */
export const presetChapter = (): readonly string[] => [
  '## As strict as you like',
  'The defaults are kind: any dialect is taken, errors are explained, an agent has time. Nobody knows how kind the real platform is. Once your agent works here, try it against a stricter one: save one of these as `strict.config.yaml`, with your `agents:` beside it, and say `--config strict.config.yaml` to `serve` or `test`. `walletproof validate strict.config.yaml` checks it. For the dialects alone there is an option: `serve --accept minimal,php`.',
  ...presets.flatMap(presetSection),
];

const presetSection = (preset: Preset): readonly string[] => [
  `### ${preset.name}`,
  preset.about,
  block('yaml', presetText(preset)),
  bullets(Object.entries(preset.effects).map(([key, effect]) => `${code(key)}: ${prose(effect)}.`)),
];

/** A preset as a configuration file. */
export const presetText = ({ callbacks, quirks }: Preset): string =>
  [...(callbacks === undefined ? [] : ['callbacks:', ...linesOf(callbacks)]), 'quirks:', ...linesOf(quirks)].join('\n');

const linesOf = (values: object): string[] =>
  Object.entries(values).map(([name, value]) => `  ${name}: ${writtenValue(value)}`);
